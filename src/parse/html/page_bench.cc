// Whole pages: bytes -> tree, and tree -> text. Pages of our own, and the real ones of
// articles/sh-*.html.gz where this machine has them.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <string>
#include <vector>

#include "base/corpus_pages_test.h"
#include "dom/text.h"
#include "parse/html/page.h"

namespace curlew::parse {
namespace {

using Pages = std::vector<std::string>;

// An article between navigation, scripts and teasers, as news sites are made.
std::string own_page(int paragraphs) {
  std::string page =
      "<!doctype html><html lang=en><head><meta charset=utf-8><title>A &amp; B</title>";
  for (int i = 0; i < 20; ++i)
    page += fmt::format(
        "<link rel=stylesheet href=/style/{}.css><meta name=m{} "
        "content='something &quot;said&quot; here'>",
        i, i);
  page += "<script>" + std::string(30'000, 'x') + "</script><style>" +
          std::string(10'000, 'y') + "</style></head><body>";
  for (int i = 0; i < 100; ++i)
    page += fmt::format(
        "<li class=\"menu-item menu-item-{}\"><a href=\"https://example.org/topic/{}\" "
        "class='nav-link'><span>Topic {}</span></a></li>\n",
        i, i, i);
  for (int i = 0; i < paragraphs; ++i)
    page += fmt::format(
        "<div class=\"block block-{}\"><p>Some <a href='/a/{}.html'>words</a> about "
        "<b>something</b> that happened &mdash; and what was said about it "
        "afterwards.</p><img src=/i/{}.jpg alt='A picture'></div>\n",
        i % 7, i, i);
  return page + "</body></html>";
}

const Pages& own_pages() {
  static const Pages kPages = {own_page(50), own_page(400), own_page(2000)};
  return kPages;
}

const Pages& real_pages() {
  static const Pages kPages = corpus_pages("sh-");
  return kPages;
}

double peak_mib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) / 1024;
}

enum class What { kTree, kTreeAndText };

void whole_pages(benchmark::State& state, const Pages& (*source)(), What what) {
  const Pages& pages = source();
  if (pages.empty()) return state.SkipWithError("no corpus `articles` here");
  dom::Document page;
  std::string text;
  std::size_t bytes = 0;
  for (const std::string& each : pages) bytes += each.size();
  for (auto _ : state) {
    for (const std::string& each : pages) {
      parse_html_page(each, "text/html", page);
      text.clear();
      if (what == What::kTreeAndText) dom::append_text(text, page.root());
      benchmark::DoNotOptimize(text);
    }
  }
  state.SetItemsProcessed(std::int64_t(state.iterations() * pages.size()));
  state.SetBytesProcessed(std::int64_t(state.iterations() * bytes));
  state.counters["peak_MiB"] = peak_mib();
}
BENCHMARK_CAPTURE(whole_pages, own_tree, own_pages, What::kTree);
BENCHMARK_CAPTURE(whole_pages, own_tree_and_text, own_pages, What::kTreeAndText);
BENCHMARK_CAPTURE(whole_pages, real_tree, real_pages, What::kTree);
BENCHMARK_CAPTURE(whole_pages, real_tree_and_text, real_pages, What::kTreeAndText);

}  // namespace
}  // namespace curlew::parse
