// Throughput over real feeds, in bytes per second of processor time, beside what the
// two libraries do that only parse the syntax. bench/feeds/run.sh adds the peers.
//
// The feeds are those of $CURLEW_FEEDS, a folder; without it there is nothing to run.

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <pugixml.hpp>

#include "parse/feed.h"

namespace curlew::parse {
namespace {

using Documents = std::vector<std::string>;

bool is_json(const std::string& document) { return document.starts_with('{'); }

Documents read_documents() {
  Documents documents;
  const char* const folder = std::getenv("CURLEW_FEEDS");
  if (folder == nullptr) return documents;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(file.path(), std::ios::binary);
    documents.emplace_back(std::istreambuf_iterator<char>(in),
                           std::istreambuf_iterator<char>());
  }
  return documents;
}

// Calls `parse` with all documents again and again.
template <typename Parse>
void run(benchmark::State& state, Parse parse) {
  const Documents documents = read_documents();
  if (documents.empty()) {
    state.SkipWithError("no feeds: set CURLEW_FEEDS to a folder of them");
    return;
  }
  std::int64_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& document : documents) {
      parse(document);
      bytes += static_cast<std::int64_t>(document.size());
    }
  }
  state.SetBytesProcessed(bytes);
}

void curlew_parse_feed(benchmark::State& state) {
  const FeedContext context{.url = "https://example.org/feed"};
  run(state, [&](const std::string& document) {
    const auto feed = parse_feed(document, context);
    benchmark::DoNotOptimize(&feed);
  });
}
BENCHMARK(curlew_parse_feed);

void raw_pugixml_and_simdjson(benchmark::State& state) {
  simdjson::dom::parser json;
  run(state, [&](const std::string& document) {
    if (is_json(document)) {
      const auto error = json.parse(document).error();
      benchmark::DoNotOptimize(error);
      return;
    }
    pugi::xml_document xml;
    const auto result = xml.load_buffer(document.data(), document.size());
    benchmark::DoNotOptimize(&result);
  });
}
BENCHMARK(raw_pugixml_and_simdjson);

}  // namespace
}  // namespace curlew::parse
