// How long an execution of a crawler takes (RSS-A §IV.A): one request at a time or
// several, every feed or only those that may have changed.
//
// usage: rounds_bench TRACE.csv.gz
//
// 460 feeds of the trace are followed for four weeks in virtual time; then some ticks
// are executed by the real fetcher on loopback.

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "crawler.h"
#include "sim/replay/contest.h"
#include "sim/replay/trace.h"

namespace curlew::bench {
namespace {

constexpr Milliseconds kTick = std::chrono::minutes(10);
constexpr Milliseconds kLatency{60};
constexpr std::size_t kFeeds = 460;
constexpr std::size_t kAtATime = 20;

template <typename T>
T or_die(Result<T> result) {
  if (result.ok()) return std::move(result).value();
  fmt::print(stderr, "rounds_bench: {}\n", result.error().text);
  std::exit(1);
}

struct System {
  const char* name;
  const char* policy;  // nullptr: every feed in every execution.
  Looks looks;
  std::size_t at_a_time;
  int executions;
};

// Before the first execution each feed was visited at these times, and then it is in
// the executions of these ticks.
struct Plan {
  std::vector<Time> last_visits;
  std::map<Time, std::vector<std::size_t>> ticks;
};

Plan everything(const System& system, Time begin) {
  Plan plan{std::vector<Time>(kFeeds, begin - kTick), {}};
  std::vector<std::size_t> all(kFeeds);
  std::iota(all.begin(), all.end(), 0);
  for (int i = 0; i < system.executions; ++i) plan.ticks[begin + i * kTick] = all;
  return plan;
}

Plan by_policy(const System& system, const sim::Sample& sample) {
  sim::ContestOptions options;
  options.replay.followed.resize(kFeeds);
  std::iota(options.replay.followed.begin(), options.replay.followed.end(), 0);
  if (std::string_view(system.policy) != "toe") {
    options.replay.budget = {schedule::BudgetKind::kPerDay, 0.15};
  }
  const sim::Entry entry = or_die(sim::run_policy(system.policy, sample, options));
  const Time begin = sample.window.begin;
  Plan plan{std::vector<Time>(kFeeds, sample.window.start), {}};
  for (int i = 0; i < system.executions; ++i) plan.ticks[begin + i * kTick];
  for (const sim::SourceHistory& history : entry.followed) {
    for (const sim::VisitRecord& visit : history.visits) {
      if (visit.at < begin) plan.last_visits[history.place] = visit.at;
      if (const auto tick = plan.ticks.find(visit.at); tick != plan.ticks.end()) {
        tick->second.push_back(history.place);
      }
    }
  }
  return plan;
}

void run(const System& system, const sim::Sample& sample, TracedWeb& web) {
  const Plan plan = system.policy == nullptr ? everything(system, sample.window.begin)
                                             : by_policy(system, sample);
  Crawler crawler(web, kFeeds, system.looks, system.at_a_time);
  for (std::size_t i = 0; i < kFeeds; ++i) crawler.remember(i, plan.last_visits[i]);
  Execution sum;
  Seconds longest{0};
  for (const auto& [now, feeds] : plan.ticks) {
    const Execution one = crawler.execute(feeds, now);
    for (const std::size_t feed : feeds) crawler.remember(feed, now);
    sum.time += one.time;
    sum.feeds += one.feeds;
    sum.articles += one.articles;
    sum.megabytes += one.megabytes;
    longest = std::max(longest, one.time);
  }
  const auto count = double(plan.ticks.size());
  fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.2f} | {:.2f} | {:.2f} |\n", system.name,
             plan.ticks.size(), double(sum.feeds) / count, double(sum.articles) / count,
             sum.megabytes / count, sum.time.count() / count, longest.count());
  std::fflush(stdout);
}

}  // namespace
}  // namespace curlew::bench

int main(int count, char** words) {
  using namespace curlew;
  using namespace curlew::bench;
  if (count != 2) {
    fmt::print(stderr, "usage: rounds_bench TRACE.csv.gz\n");
    return 2;
  }
  const sim::Trace trace = or_die(sim::read_trace(words[1]));
  const sim::Sample sample =
      or_die(sim::take_sample(trace, {.run_in = std::chrono::days(28),
                                      .length = std::chrono::days(1),
                                      .sources = kFeeds}));
  TracedWeb web(sample, kLatency, 1);
  fmt::print(
      "| crawler | executions | feeds | new articles | MB | mean s | longest s |\n");
  fmt::print("|---|---|---|---|---|---|---|\n");
  const System systems[] = {
      {"one request at a time, every feed", nullptr, Looks::kEverything, 1, 2},
      {"20 at a time, every feed", nullptr, Looks::kEverything, kAtATime, 6},
      {"20 at a time, unchanged feeds recognised", nullptr, Looks::kChanges, kAtATime,
       6},
      {"20 at a time, only feeds due by toe", "toe", Looks::kChanges, kAtATime, 36},
      {"20 at a time, only feeds due by curlew, 15 % per hour", "curlew",
       Looks::kChanges, kAtATime, 36}};
  for (const System& system : systems) run(system, sample, web);
}
