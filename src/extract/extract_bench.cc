// Pages per second from decompressed bytes: parsing and everything this module does.
// Pages of our own, and the real ones of articles/sh-*.html.gz where this machine has
// them.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <string>
#include <vector>

#include "base/corpus_pages_test.h"
#include "extract/page.h"
#include "extract/rules/ruled_page.h"
#include "parse/html/page.h"

namespace curlew::extract {
namespace {

using Pages = std::vector<std::string>;

std::string own_page(int paragraphs) {
  std::string page = "<title>Storks return</title><nav><ul>";
  for (int i = 0; i < 100; ++i) page += "<li class=menu-item><a href=/t>Topic</a>";
  page += "</ul></nav><main><article class=post><h1>Storks return</h1>";
  for (int i = 0; i < paragraphs; ++i)
    page +=
        "<p>Some <a href=/a>words</a> about something that happened, and what was said "
        "about it afterwards by those who had seen it.</p>";
  return page + "</article></main><footer><p>All rights reserved</p></footer>";
}

const Pages& own_pages() {
  static const Pages kPages = {own_page(10), own_page(100), own_page(1000)};
  return kPages;
}

const Pages& real_pages() {
  static const Pages kPages = corpus_pages("sh-");
  return kPages;
}

void read_pages(benchmark::State& state, const Pages& (*source)()) {
  const Pages& pages = source();
  if (pages.empty()) return state.SkipWithError("no corpus `articles` here");
  dom::Document page;
  PageReader reader;
  for (auto _ : state) {
    for (const std::string& each : pages) {
      parse::parse_html_page(each, "text/html", page);
      benchmark::DoNotOptimize(reader.read(page, {}));
    }
  }
  state.SetItemsProcessed(std::int64_t(state.iterations() * pages.size()));
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MiB"] = double(usage.ru_maxrss) / 1024;
}
// What a terminal does with a page.
void read_and_show(benchmark::State& state, const Pages& (*source)()) {
  const Pages& pages = source();
  if (pages.empty()) return state.SkipWithError("no corpus `articles` here");
  dom::Document page;
  PageReader reader;
  const bool shows = state.range(0) == 1;
  Bytes shown = 0, text = 0;
  for (auto _ : state) {
    shown = text = 0;
    for (const std::string& each : pages) {
      parse::parse_html_page(each, "text/html", page);
      RuledPage ruled(page, {});
      text += ruled.read(reader, {}).body.size();
      benchmark::DoNotOptimize(ruled.parts("https://site.example/"));
      if (shows) shown += ruled.article_html("https://site.example/", 1_MiB).size();
    }
  }
  state.SetItemsProcessed(std::int64_t(state.iterations() * pages.size()));
  state.counters["text"] = double(text);
  state.counters["shown"] = double(shown);
}
BENCHMARK_CAPTURE(read_and_show, real, real_pages)->ArgName("html")->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(read_pages, own, own_pages);
BENCHMARK_CAPTURE(read_pages, real, real_pages);

}  // namespace
}  // namespace curlew::extract
