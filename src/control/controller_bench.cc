// A restart: how long until the controller knows a million sources again, each with
// what was learned of it. The store's file is in the system's cache, as after a crash
// of the program; a cold disk adds the time to read its 300 MB once.
//
// Making the store takes most of a minute.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/temporary_folder_test.h"
#include "control/controller.h"
#include "schedule/make_policy.h"

namespace curlew::control {
namespace {

constexpr std::size_t kSources = 1'000'000;
constexpr std::size_t kAtATime = 50'000;
const Time kStart = from_unix_seconds(1'790'000'000);

template <typename T>
T must(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text);
  return std::move(result).value();
}
void must(Result<void> result) {
  if (!result.ok()) throw std::runtime_error(result.error().text);
}

// What is known of sources after fifty visits each.
std::vector<std::string> learned_states(std::size_t count) {
  const auto policy = schedule::make_curlew_policy(model::Objective::kDelay);
  Random random(1);
  std::vector<std::string> states;
  for (std::size_t i = 0; i < count; ++i) {
    schedule::PolicyState state;
    Time now = policy->first_visit(state, kStart - std::chrono::days(60), random);
    for (int visit = 0; visit < 50; ++visit) {
      const Time item = now - std::chrono::minutes(1 + random.below(300));
      const bool is_new = random.below(3) == 0;
      now = policy->next_visit(state,
                               {.at = now,
                                .new_items = is_new,
                                .item_times = std::span(&item, is_new ? 1u : 0u),
                                .items_shown = 20},
                               {.price = .02});
    }
    states.push_back(state.to_bytes());
  }
  return states;
}

void fill(store::Store& store) {
  const std::vector<std::string> states = learned_states(1000);
  for (std::size_t first = 0; first < kSources; first += kAtATime) {
    std::vector<model::Source> sources(kAtATime);
    for (std::size_t i = 0; i < kAtATime; ++i) {
      sources[i].url = fmt::format("https://www.host{}.example/feeds/{}.xml",
                                   (first + i) / 20, first + i);
      sources[i].title = fmt::format("The News of Place {}", first + i);
      sources[i].added = kStart;
    }
    const auto ids = must(store.sources().add_all(sources, kStart));
    auto batch = must(store.begin());
    for (std::size_t i = 0; i < kAtATime; ++i) {
      store::ScheduleRow row;
      row.source = *ids[i];
      row.next_due = kStart + std::chrono::seconds((first + i) * 7919 % 86'400);
      row.last_visit = row.last_success = kStart - std::chrono::hours(3);
      row.policy_state = states[i % states.size()];
      must(store.schedule().save(row));
    }
    must(batch.commit());
  }
}

void BM_Restart(benchmark::State& state) {
  const TemporaryFolder folder;
  const std::string path = folder.file("central.db");
  fill(*must(store::open_sqlite_store(path, store::OpenMode::kReadWrite)));
  ManualClock clock(kStart);
  const auto broker = broker::make_memory_broker({});
  for (auto _ : state) {
    const auto store =
        must(store::open_sqlite_store(path, store::OpenMode::kReadWrite));
    Controller controller({}, schedule::make_curlew_policy, *store, *broker, clock,
                          Random(1));
    must(controller.load());
    state.PauseTiming();
    if (controller.planners().size() != kSources) state.SkipWithError("not all loaded");
    state.ResumeTiming();
  }
}
BENCHMARK(BM_Restart)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace curlew::control
