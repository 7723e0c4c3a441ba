#include <benchmark/benchmark.h>

#include "parse/html/feed_links.h"

namespace curlew::parse {
namespace {

// An ordinary article page: a head with links and scripts, then many paragraphs.
std::string article_page(int paragraphs) {
  std::string page =
      "<!doctype html><html lang=en><head><meta charset=utf-8><title>A page</title>"
      "<link rel=alternate type=application/rss+xml href=/rss title=All>"
      "<script>" +
      std::string(20'000, 'x') + "</script></head><body><div class=main>";
  for (int i = 0; i < paragraphs; ++i)
    page +=
        "<p>Some <a href='/a/b.html'>words</a> about <b>something</b> that "
        "happened somewhere, and what was said about it afterwards.</p>\n";
  return page + "</div></body></html>";
}

void feeds_of_article_page(benchmark::State& state) {
  const std::string page = article_page(int(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(find_feed_links(page, "http://example.org/", "text/html"));
  state.SetBytesProcessed(std::int64_t(state.iterations() * page.size()));
}
BENCHMARK(feeds_of_article_page)->Arg(0)->Arg(100)->Arg(1000);

}  // namespace
}  // namespace curlew::parse
