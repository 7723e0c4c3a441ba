// How the time of each stage grows with a hostile page: sizes of 0.5, 1 and 2 MB. What
// takes more than twice the time of half the page is a fault.
//
//   extract_bench --benchmark_filter='hostile/areas'

#include <benchmark/benchmark.h>

#include "extract/areas/readable_parts.h"
#include "extract/hostile_pages_test.h"
#include "extract/page.h"
#include "extract/rules/ruled_page.h"
#include "parse/html/page.h"

namespace curlew::extract {
namespace {

using Stage = std::function<void(const std::string& html, const dom::Document& page)>;

const Rules& many_rules() {
  static const Rules kRules = *parse_rules(
      "drop = ['.ad', 'aside > p + p', '[hidden]']\nbody = ['p:not(.x)', 'div div "
      "div']\n"
      "title = 'h1, h2'\nlinks = 'ul li a'",
      "rules");
  return kRules;
}

void run_stage(benchmark::State& state, const std::string& html, const Stage& stage) {
  dom::Document page;
  parse::parse_html_page(html, "text/html", page);
  for (auto _ : state) stage(html, page);
  state.counters["nodes"] = double(page.size());
}

void add_stage(const std::string& name, const Stage& stage) {
  for (const HostilePage& page : hostile_pages())
    for (const std::size_t bytes : {500'000, 1'000'000, 2'000'000})
      benchmark::RegisterBenchmark(
          fmt::format("hostile/{}/{}/{}", name, page.name, bytes).c_str(),
          [make = page.html, bytes, stage](benchmark::State& state) {
            run_stage(state, make(bytes), stage);
          })
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
}

const int kRegistered = [] {
  add_stage("parse", [](const std::string& html, const dom::Document&) {
    dom::Document page;
    parse::parse_html_page(html, "text/html", page);
  });
  add_stage("areas", [](const std::string&, const dom::Document& page) {
    benchmark::DoNotOptimize(read_parts(page, "https://example.org/"));
  });
  add_stage("article", [](const std::string&, const dom::Document& page) {
    PageReader reader;
    benchmark::DoNotOptimize(reader.read(page, {}));
  });
  add_stage("rules", [](const std::string&, const dom::Document& page) {
    benchmark::DoNotOptimize(RuledPage(page, many_rules()).parts("https://e.org/"));
  });
  return 0;
}();

}  // namespace
}  // namespace curlew::extract
