// Ten million sources in one planner: what they weigh all told (the process's resident
// memory, with queue and index), and how many decisions a second one core makes. A
// decision is a whole cycle: a source comes due, is taken, judged after its visit, and
// put in line again.
//
// All of it takes some minutes and 2.5 GB.

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "schedule/make_policy.h"
#include "schedule/planner.h"

namespace curlew::schedule {
namespace {

using model::Objective;

constexpr std::int64_t kSources = 10'000'000;
constexpr auto kMeanGap = std::chrono::seconds(24'000);  // 15 % of them an hour.
const Time kStart = from_unix_seconds(1'700'000'000);

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double size = 0;
  double resident = 0;
  statm >> size >> resident;
  return resident * double(sysconf(_SC_PAGESIZE));
}

// Decides as good as nothing: what is left is the planner's own work.
class FixedGap final : public Policy {
 public:
  explicit FixedGap(std::size_t state_bytes) : state_bytes_(state_bytes) {}
  std::string_view name() const override { return "fixed gap"; }
  std::size_t state_bytes() const override { return state_bytes_; }
  Time first_visit(PolicyState& /*state*/, Time now, Random& random) const override {
    return now + Milliseconds(random.below(Milliseconds(kMeanGap).count()));
  }
  Time next_visit(PolicyState& /*state*/, const Observation& seen,
                  const Terms& /*terms*/) const override {
    return seen.at + kMeanGap / 2 + std::chrono::seconds(seen.slot % kMeanGap.count());
  }

 private:
  const std::size_t state_bytes_;
};

// Sources that run through their visits as the time passes.
class Population {
 public:
  Population(PlannerOptions options, std::unique_ptr<Policy> policy)
      : before_(resident_bytes()), planner_(options, std::move(policy), Random(1)) {
    for (std::int64_t id = 1; id <= kSources; ++id) watch({id});
    malloc_trim(0);
    bytes_ = resident_bytes() - before_;
  }

  double bytes_per_source() const { return bytes_ / double(kSources); }

  // All visits of the next step; how many there were.
  std::size_t run(Milliseconds step) {
    now_ += step;
    const std::vector<model::SourceId> due = planner_.take_due(now_, ~std::size_t{0});
    for (const model::SourceId source : due) visit(source);
    return due.size();
  }

 private:
  void watch(model::SourceId id) {
    Plan plan;
    plan.due = planner_.policy().first_visit(plan.policy, kStart, random_);
    const std::string address = "https://h" + std::to_string(id.value / 100) +
                                ".example/" + std::to_string(id.value % 100);
    planner_.watch({id, address}, plan);
  }

  // One in three brings an article.
  void visit(model::SourceId source) {
    const std::optional<Plan> plan = planner_.find(source);
    const Time item = now_ - std::chrono::minutes(random_.below(300));
    const bool is_new = random_.below(3) == 0;
    const Verdict verdict =
        planner_.judge(source, *plan,
                       {.at = now_,
                        .new_items = is_new,
                        .item_times = std::span(&item, is_new ? 1u : 0u),
                        .items_shown = 20});
    planner_.settle(source, verdict);
  }

  const double before_;
  Random random_{7};
  Planner planner_;
  Time now_ = kStart;
  double bytes_ = 0;
};

void run(benchmark::State& state, Population& population, Milliseconds step) {
  std::size_t decisions = 0;
  for (auto _ : state) decisions += population.run(step);
  state.SetItemsProcessed(std::int64_t(decisions));
  state.counters["bytes/source"] = population.bytes_per_source();
}

void BM_PlannerItself(benchmark::State& state) {
  Population population({}, std::make_unique<FixedGap>(state.range(0)));
  run(state, population, std::chrono::seconds(1));
}
BENCHMARK(BM_PlannerItself)->Arg(112)->Arg(160)->Iterations(20'000);

// curlew decides by look-ahead when the days keep the budget.
void BM_Feeds(benchmark::State& state) {
  Population population({.budget = {BudgetKind::kPerDay}},
                        make_curlew_policy(Objective::kDelay));
  run(state, population, std::chrono::minutes(10));
}
BENCHMARK(BM_Feeds)->Iterations(10);

// And by what waits unseen when every tick does. All sources are compared in every
// tick: that is what is counted.
void BM_FeedsByRank(benchmark::State& state) {
  Population population({.budget = {BudgetKind::kPerTick}},
                        make_curlew_policy(Objective::kDelay));
  population.run(std::chrono::minutes(10));
  run(state, population, std::chrono::minutes(10));
  state.SetItemsProcessed(kSources * std::int64_t(state.iterations()));
}
BENCHMARK(BM_FeedsByRank)->Iterations(10);

void BM_Documents(benchmark::State& state) {
  Population population({.tick = std::chrono::days(1), .price = 0.1},
                        make_curlew_policy(Objective::kCapture));
  run(state, population, std::chrono::days(1));
}
BENCHMARK(BM_Documents)->Iterations(12);

}  // namespace
}  // namespace curlew::schedule
