// What a feed with thousands of links costs. The short cut is the point: compare
// Plain with Whole, which is the same addresses without it.

#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "url/domain.h"
#include "url/parser.h"
#include "url/url.h"

namespace curlew::url {
namespace {

constexpr std::array<std::string_view, 6> kLinks{
    "https://www.example.org/news/2026/11/15/some-headline-of-usual-length.html",
    "https://feeds.example.co.uk/rss?section=world&page=2&utm_source=rss",
    "http://blog.example.net:8080/archive/2026/#comments",
    "https://example.com/",
    "https://cdn.example.com/images/0a1b2c3d/large/photo_1024x768.jpg",
    "https://www.example.gr/article/%CE%B5%CE%B9%CE%B4%CE%AE%CF%83%CE%B5%CE%B9%CF%82"};

std::size_t total_size() {
  std::size_t size = 0;
  for (const auto link : kLinks) size += link.size();
  return size;
}

void count(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * std::int64_t(kLinks.size()));
  state.SetBytesProcessed(state.iterations() * std::int64_t(total_size()));
}

void BM_ParsePlain(benchmark::State& state) {
  for (auto _ : state) {
    for (const auto link : kLinks) benchmark::DoNotOptimize(parse_url(link));
  }
  count(state);
}
BENCHMARK(BM_ParsePlain);

void BM_ParseWhole(benchmark::State& state) {
  for (auto _ : state) {
    for (const auto link : kLinks)
      benchmark::DoNotOptimize(parse_any_url(link, nullptr));
  }
  count(state);
}
BENCHMARK(BM_ParseWhole);

void BM_Resolve(benchmark::State& state, std::string_view input) {
  const Url base = *parse_url("https://www.example.org/news/2026/index.html?a=b");
  for (auto _ : state) benchmark::DoNotOptimize(parse_url(input, &base));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BM_Resolve, rooted, "/news/2026/11/15/some-headline.html");
BENCHMARK_CAPTURE(BM_Resolve, relative, "../2025/some-headline.html");
BENCHMARK_CAPTURE(BM_Resolve, international, "https://bücher.example/ώρα");

void BM_CanonicalForm(benchmark::State& state) {
  const Url url = *parse_url(kLinks[1]);
  for (auto _ : state) benchmark::DoNotOptimize(canonical_form(url));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_CanonicalForm);

void BM_RegistrableDomain(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(registrable_domain("feeds.example.co.uk"));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_RegistrableDomain);

}  // namespace
}  // namespace curlew::url
