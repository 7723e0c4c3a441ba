// What same-data detection costs: two documents are read and compared.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>

#include "parse/rdf/rdf.h"
#include "rdf/difference.h"

namespace curlew::parse {
namespace {

constexpr int kTriples = 300'000;

// Of five properties a subject: links, numbers, words with a language. In every tenth
// subject one value stands in a blank node.
std::vector<std::string> lines_of_graph(bool has_blanks) {
  std::vector<std::string> lines;
  for (int i = 0; i < kTriples / 5; ++i) {
    const std::string subject = fmt::format("<http://data.example.org/resource/{}>", i);
    const auto say = [&](std::string_view property, const std::string& object) {
      lines.push_back(fmt::format("{} <http://vocabulary.example.org/terms#{}> {} .\n",
                                  subject, property, object));
    };
    say("kind", fmt::format("<http://vocabulary.example.org/kind/{}>", i % 20));
    say("label", fmt::format("\"The name of resource number {}\"@en", i));
    say("next", fmt::format("<http://data.example.org/resource/{}>", i * 7 % 60'000));
    say("size",
        fmt::format("\"{}\"^^<http://www.w3.org/2001/XMLSchema#integer>", i % 1000));
    if (has_blanks && i % 10 == 0) {
      say("part", fmt::format("_:b{}", i));
      lines.push_back(fmt::format(
          "_:b{} <http://vocabulary.example.org/terms#value> \"{}\" .\n", i, i));
    } else {
      say("note", fmt::format("\"revised {} times\"", i % 100));
    }
  }
  return lines;
}

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// Triples of one document a second, of which the other has as many.
void compare_ntriples(benchmark::State& state, bool has_blanks, bool is_shuffled) {
  std::vector<std::string> lines = lines_of_graph(has_blanks);
  const std::string before = joined_lines(lines);
  if (is_shuffled) std::shuffle(lines.begin(), lines.end(), std::mt19937(1));
  lines.pop_back();
  const std::string after = joined_lines(lines);
  for (auto _ : state) {
    const auto one = parse_rdf(before, RdfSyntax::kNTriples, {});
    const auto other = parse_rdf(after, RdfSyntax::kNTriples, {});
    const rdf::Difference found = rdf::difference(*one, *other);
    if (found.removed.size() != 1 || !found.added.empty())
      state.SkipWithError("a wrong difference");
    benchmark::DoNotOptimize(found);
  }
  state.SetItemsProcessed(state.iterations() * kTriples);
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(before.size() + after.size()));
}

BENCHMARK_CAPTURE(compare_ntriples, in_order, false, false);
BENCHMARK_CAPTURE(compare_ntriples, shuffled, false, true);
BENCHMARK_CAPTURE(compare_ntriples, with_blank_nodes, true, false);

}  // namespace
}  // namespace curlew::parse
