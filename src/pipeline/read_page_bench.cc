// What an article page costs a terminal: what its head costs alone (all that was read
// of it once), everything that is read of it now, and with its way over the wire. The
// real pages of articles/sh-*.html.gz, where this machine has them.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "base/corpus_pages_test.h"
#include "model/visit_wire.h"
#include "parse/html/feed_links.h"
#include "pipeline/read_page.h"

namespace curlew::pipeline {
namespace {

const std::vector<std::string>& pages() {
  static const std::vector<std::string> kPages = corpus_pages("sh-");
  return kPages;
}

model::Page read(const std::string& html) {
  model::Page page;
  page.url = "https://news.example/2026/an-article";
  page.content_type = "text/html";
  read_page(html, page);
  return page;
}

template <typename Work>
void each_page(benchmark::State& state, Work work) {
  if (pages().empty()) return state.SkipWithError("no corpus `articles` here");
  for (auto _ : state) {
    for (const std::string& html : pages()) work(html);
  }
  state.SetItemsProcessed(std::int64_t(state.iterations() * pages().size()));
}

void BM_FeedLinks(benchmark::State& state) {
  each_page(state, [](const std::string& html) {
    benchmark::DoNotOptimize(
        parse::find_feed_links(html, "https://news.example/", "text/html"));
  });
}
BENCHMARK(BM_FeedLinks)->Unit(benchmark::kMillisecond);

void BM_ReadPage(benchmark::State& state) {
  each_page(state,
            [](const std::string& html) { benchmark::DoNotOptimize(read(html)); });
}
BENCHMARK(BM_ReadPage)->Unit(benchmark::kMillisecond);

void BM_ReadPageAndSend(benchmark::State& state) {
  each_page(state, [](const std::string& html) {
    model::VisitReport report;
    report.findings = model::ArticlePageFindings{.page = read(html)};
    benchmark::DoNotOptimize(model::decode_report(model::encode(std::move(report))));
  });
}
BENCHMARK(BM_ReadPageAndSend)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace curlew::pipeline
