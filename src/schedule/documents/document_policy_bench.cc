// What a download of a document costs to decide, alone and with neighbours that have to
// be thought over, and how many bytes a neighbourhood takes.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include "schedule/documents/document_policy.h"
#include "schedule/documents/neighbourhood.h"
#include "schedule/planner.h"

namespace curlew::schedule::documents {
namespace {

const Time kStart = from_unix_seconds(1'600'041'600);

// Ten to a directory, ten directories to a parent, a thousand documents to a host.
std::string address(std::size_t i) {
  return fmt::format("https://host{}.org/{}/{}/page{}", i / 1000, i / 100, i / 10, i);
}

// A day of a planner with 100,000 documents; every twentieth visit finds a change.
void BM_Download(benchmark::State& state) {
  constexpr std::size_t kDocuments = 100'000;
  PlannerOptions options;
  options.tick = std::chrono::days(1);
  options.price = .1;
  Planner planner(options, make_document_policy(model::Objective::kCapture), Random(1));
  for (std::size_t i = 0; i < kDocuments; ++i) {
    Plan plan;
    plan.due = kStart;
    planner.watch({model::SourceId{std::int64_t(i) + 1}, address(i)}, plan);
  }
  Random random(2);
  Time now = kStart;
  std::int64_t visits = 0;
  for (auto _ : state) {
    for (const model::SourceId id : planner.take_due(now, kDocuments)) {
      const VisitFacts facts{.at = now, .new_items = random.below(20) == 0};
      planner.settle(id, planner.judge(id, *planner.find(id), facts));
      ++visits;
    }
    now += options.tick;
  }
  state.SetItemsProcessed(visits);
}
BENCHMARK(BM_Download)->Unit(benchmark::kMillisecond)->Iterations(200);

void BM_JoinNeighbourhood(benchmark::State& state) {
  constexpr std::size_t kDocuments = 1'000'000;
  for (auto _ : state) {
    const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    Neighbourhood all;
    for (std::size_t i = 0; i < kDocuments; ++i) all.join(Slot(i), address(i));
    const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
    state.counters["bytes"] = double(after - before) / kDocuments;
  }
  state.SetItemsProcessed(std::int64_t(state.iterations() * kDocuments));
}
BENCHMARK(BM_JoinNeighbourhood)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace curlew::schedule::documents
