// Pairs of versions per second, from parsed pages and from bytes: pages of our own with
// one paragraph rewritten, and with nothing changed but tokens in the markup.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "detect/diff/view.h"
#include "detect/page/detect.h"
#include "detect/page/thesis.h"
#include "parse/html/page.h"

namespace curlew::detect {
namespace {

std::string made_page(int paragraphs, int token, int rewritten) {
  std::string page = "<title>Rules</title><nav><ul>";
  for (int i = 0; i < 100; ++i)
    page += fmt::format("<li class=menu-item data-t={}><a href=/t>Topic</a>", token);
  page += "</ul></nav><main>";
  for (int i = 0; i < paragraphs; ++i)
    page += fmt::format(
        "<div class='row css-{}'><p>Rule {} says that <a href=/a>passengers</a> keep "
        "to "
        "the {} side of the deck, and that nobody may cross it at night.</p></div>",
        token, i, i == rewritten ? "left" : "right");
  return page + "</main><footer><p>All rights reserved</p></footer>";
}

struct Pair {
  explicit Pair(int paragraphs, int rewritten)
      : old_bytes(made_page(paragraphs, 1, -1)),
        now_bytes(made_page(paragraphs, 2, rewritten)) {
    parse::parse_html(old_bytes, old_page);
    parse::parse_html(now_bytes, now_page);
    old = read_blocks(old_page);
    now = read_blocks(now_page);
  }

  std::string old_bytes;
  std::string now_bytes;
  dom::Document old_page;
  dom::Document now_page;
  PageBlocks old;
  PageBlocks now;
};

// Arguments: paragraphs; the one that is rewritten, -1 for none.
void arguments(benchmark::internal::Benchmark* bench) {
  for (const int paragraphs : {100, 1000})
    for (const int rewritten : {-1, 50}) bench->Args({paragraphs, rewritten});
}

void BM_ReadBlocks(benchmark::State& state) {
  const Pair pair(int(state.range(0)), int(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(read_blocks(pair.now_page));
  state.SetBytesProcessed(std::int64_t(state.iterations() * pair.now_bytes.size()));
}
BENCHMARK(BM_ReadBlocks)->Args({100, -1})->Args({1000, -1});

void BM_DetectChange(benchmark::State& state) {
  const Pair pair(int(state.range(0)), int(state.range(1)));
  for (auto _ : state)
    benchmark::DoNotOptimize(
        detect_change({pair.old_page, pair.old}, {pair.now_page, pair.now}, {}));
}
BENCHMARK(BM_DetectChange)->Apply(arguments);

// As a visit does it: the old version is read already.
void BM_ParseReadDetect(benchmark::State& state) {
  const Pair pair(int(state.range(0)), int(state.range(1)));
  dom::Document page;
  for (auto _ : state) {
    parse::parse_html(pair.now_bytes, page);
    const PageBlocks blocks = read_blocks(page);
    benchmark::DoNotOptimize(
        detect_change({pair.old_page, pair.old}, {page, blocks}, {}));
  }
  state.SetBytesProcessed(std::int64_t(state.iterations() * pair.now_bytes.size()));
}
BENCHMARK(BM_ParseReadDetect)->Apply(arguments);

void BM_DetectAsInThesis(benchmark::State& state) {
  const Pair pair(int(state.range(0)), int(state.range(1)));
  for (auto _ : state) {
    ThesisNotes notes;
    benchmark::DoNotOptimize(detect_as_in_thesis(pair.old_page, pair.now_page, notes));
  }
}
BENCHMARK(BM_DetectAsInThesis)->Apply(arguments);

void BM_HtmlView(benchmark::State& state) {
  const Pair pair(int(state.range(0)), int(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(PageView(pair.old, pair.now).to_html());
}
BENCHMARK(BM_HtmlView)->Apply(arguments);

}  // namespace
}  // namespace curlew::detect
