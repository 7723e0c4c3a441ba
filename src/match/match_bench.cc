// What matching costs an article, and compiling a query. bench/match/run.sh makes the
// files: $CURLEW_BENCH_QUERIES (id, tab, query a line), $CURLEW_BENCH_TEXTS (JSON lines
// are taken as they are: one text a line).

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>

#include "match/query_set_builder.h"
#include "query/parse_query.h"

namespace curlew::match {
namespace {

const text::Analyzer& analyzer() {
  static const text::Analyzer one;
  return one;
}

std::vector<std::string> lines_of(const char* variable) {
  std::vector<std::string> lines;
  const char* const path = std::getenv(variable);
  if (!path) return lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

const std::vector<std::string>& queries() {
  static const std::vector<std::string> lines = lines_of("CURLEW_BENCH_QUERIES");
  return lines;
}

QuerySet compiled() {
  const query::Dictionary dictionary{analyzer()};
  query::QueryParser parser(dictionary, query::Synonyms::kUsed, 1'000'000);
  QuerySetBuilder builder;
  std::int64_t id = 0;
  for (const std::string& line : queries()) {
    const auto parsed =
        parser.parse(std::string_view(line).substr(line.find('\t') + 1));
    if (parsed) builder.add({.id = ++id}, *parsed);
  }
  return std::move(builder).build();
}

void BM_Build(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(compiled());
  state.SetItemsProcessed(state.iterations() * std::int64_t(queries().size()));
}
BENCHMARK(BM_Build)->Unit(benchmark::kMillisecond);

void BM_BuildOne(benchmark::State& state) {
  const auto parsed = query::parse_query("climate (change OR warming) -weather*",
                                         {analyzer()}, query::Synonyms::kUsed);
  for (auto _ : state) {
    QuerySetBuilder builder;
    builder.add({.id = 1}, *parsed);
    benchmark::DoNotOptimize(std::move(builder).build());
  }
}
BENCHMARK(BM_BuildOne);

struct Texts {
  std::vector<std::string> lines = lines_of("CURLEW_BENCH_TEXTS");
  std::vector<query::ArticleTerms> terms;
  std::int64_t bytes = 0;

  Texts() {
    query::TermCache cache;
    for (const std::string& line : lines) {
      bytes += std::int64_t(line.size());
      make_terms({.blocks = {line}}, analyzer(), cache, terms.emplace_back());
    }
  }
};

const Texts& texts() {
  static const Texts all;
  return all;
}

void BM_MakeTerms(benchmark::State& state) {
  query::TermCache cache;
  query::ArticleTerms terms;
  for (auto _ : state) {
    for (const std::string& line : texts().lines)
      make_terms({.blocks = {line}}, analyzer(), cache, terms);
  }
  state.SetBytesProcessed(state.iterations() * texts().bytes);
}
BENCHMARK(BM_MakeTerms)->Unit(benchmark::kMillisecond);

void BM_Match(benchmark::State& state) {
  static const QuerySet set = compiled();
  Workspace workspace;
  std::vector<Hit> hits;
  std::size_t count = 0;
  for (auto _ : state) {
    for (const query::ArticleTerms& terms : texts().terms) {
      hits.clear();
      set.match(terms, {.language = terms.language()}, workspace, hits);
      count += hits.size();
    }
  }
  state.SetBytesProcessed(state.iterations() * texts().bytes);
  state.counters["hits_per_text"] =
      double(count) / double(state.iterations()) / double(texts().lines.size() + 1);
}
BENCHMARK(BM_Match)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace curlew::match
