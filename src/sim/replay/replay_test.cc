#include "sim/replay/replay.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schedule/make_policy.h"
#include "schedule/truth.h"
#include "sim/replay/contest.h"

namespace curlew::sim {
namespace {

using model::Objective;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

const Time kStart = Time(days(18'631));  // 2021-01-04, a Monday.

Sample sample_of(const Trace& trace, Milliseconds run_in) {
  return *take_sample(trace, {.begin = kStart + run_in, .run_in = run_in});
}

// Feeds that publish every hour at half past, for ten days.
Trace hourly_feeds(int count) {
  Trace trace{.begin = kStart, .end = kStart + days(10)};
  for (int id = 0; id < count; ++id) {
    TracedSource& source = trace.sources.emplace_back();
    source.id = id;
    for (int hour = 0; hour < 240; ++hour) {
      source.events.push_back(kStart + hours(hour) + minutes(30));
    }
  }
  return trace;
}

// Sources that change at random, the first ones seldom, the last ones often.
Trace random_sources(int count, int over_days) {
  Trace trace{.begin = kStart, .end = kStart + days(over_days)};
  Random random(5);
  for (int id = 0; id < count; ++id) {
    TracedSource& source = trace.sources.emplace_back();
    source.id = id;
    source.name = "example.org/" + std::to_string(id % 7) + "/" + std::to_string(id);
    const double mean_ms = 86'400'000.0 * std::exp(4 - 6.0 * id / count);
    for (double at = 0; at < over_days * 86'400'000.0;) {
      at += -std::log(1 - random.uniform()) * mean_ms;
      source.events.push_back(kStart + Milliseconds(static_cast<std::int64_t>(at)));
    }
    source.events.pop_back();
    source.events.push_back(trace.end - hours(1));
  }
  return trace;
}

Score run(std::string_view policy, const Sample& sample,
          const ContestOptions& options) {
  const auto entry = run_policy(policy, sample, options);
  EXPECT_TRUE(entry.ok()) << entry.error().text;
  return entry.ok() ? entry->card.score : Score{};
}

ContestOptions with_budget(double share_per_hour, Milliseconds tick) {
  ContestOptions options;
  options.replay.tick = tick;
  options.replay.budget = {schedule::BudgetKind::kPerTick, share_per_hour};
  return options;
}

// Four feeds in turn, one every half hour: each is visited every two hours, at half
// past or at the full hour, whichever was its turn.
TEST(Replay, GivesRoundRobinTheScoresOfPaperAndPencil) {
  const Trace trace = hourly_feeds(4);
  const Sample sample = sample_of(trace, days(4));
  const Score score = run("round-robin", sample, with_budget(0.5, minutes(30)));
  EXPECT_EQ(score.visits, 6u * 48u);
  // Two are met at half past: items are 0 and 60 minutes old. Two at the full hour: 30
  // and 90. The last round is cut off by the end of the scored time.
  EXPECT_NEAR(score.mean_delay.count(), 45 * 60, 20);
  EXPECT_EQ(score.max_delay, minutes(90));
  EXPECT_EQ(score.daily_max_pending, 2);
  EXPECT_NEAR(score.mean_pending, 4 * 45 / 60.0, 0.05);
  EXPECT_NEAR(score.recall, 1, 0.01);
  EXPECT_EQ(score.precision, 1);
  EXPECT_EQ(score.lost, 0u);
}

// Visits every five hours to feeds that list three of five items. At both ends of the
// scored time a feed may lose two more or fewer.
TEST(Replay, LosesWhatAShortFeedNoLongerLists) {
  const Trace trace = hourly_feeds(10);
  const Sample sample = sample_of(trace, days(5));
  ContestOptions options = with_budget(0.2, minutes(30));
  options.replay.items_shown = 3;
  const Score score = run("round-robin", sample, options);
  EXPECT_EQ(score.visits, 5u * 48u);
  EXPECT_NEAR(double(score.lost), 10 * 120 * 2 / 5.0, 10 * 2);
  EXPECT_NEAR(score.recall, 3 / 5.0, 0.02);
  EXPECT_LE(score.max_delay, hours(3));
}

TEST(Replay, RepeatsItselfForTheSameSeed) {
  const Trace trace = random_sources(40, 20);
  const Sample sample = sample_of(trace, days(5));
  ContestOptions options = with_budget(0.1, minutes(10));
  options.replay.faults = {.failed_visits = 0.05, .timeouts = 0.1, .wrong_times = 0.5};
  const auto delay = [&](std::uint64_t seed) {
    options.replay.seed = seed;
    return run("toe", sample, options).mean_delay;
  };
  EXPECT_EQ(delay(1), delay(1));
  EXPECT_NE(delay(1), delay(2));
}

TEST(Replay, CountsFailedVisitsAndTriesAgain) {
  const Trace trace = hourly_feeds(10);
  const Sample sample = sample_of(trace, days(2));
  ContestOptions options = with_budget(1, minutes(10));
  const Score good = run("round-robin", sample, options);
  options.replay.faults.failed_visits = 0.5;
  const Score faulty = run("round-robin", sample, options);
  EXPECT_NEAR(double(faulty.visits), double(good.visits), 0.05 * double(good.visits));
  EXPECT_GT(faulty.mean_delay, good.mean_delay);
  EXPECT_GT(faulty.recall, 0.95);
}

// An hour in which nothing answers is not an hour in which nothing is asked.
TEST(Replay, HasSourcesAwayForAsMuchOfTheTimeAsAsked) {
  const Trace trace = random_sources(300, 30);
  const Sample sample = sample_of(trace, days(0));
  Faults faults({.timeouts = 0.2}, sample.window, 300, 7);
  double away = 0, asked = 0;
  for (Time now = sample.window.start; now < sample.window.end; now += hours(1)) {
    for (std::size_t source = 0; source < 300; ++source) {
      away += faults.outcome(source, now) == model::FetchOutcome::kTimedOut;
      ++asked;
    }
  }
  EXPECT_NEAR(away / asked, 0.2, 0.01);
}

TEST(Replay, ShowsPoliciesWrongTimesButScoresByTheTrueOnes) {
  const Trace trace = hourly_feeds(30);
  const Sample sample = sample_of(trace, days(2));
  Faults faults({.wrong_times = 1}, sample.window, 30, 1);
  const std::vector<Time> items{kStart + hours(30) + minutes(5)};
  int without = 0, dates = 0, zones = 0;
  for (std::size_t source = 0; source < 30; ++source) {
    const auto stated = faults.stated_times(source, items);
    without += stated.empty();
    dates += !stated.empty() && stated[0] == kStart + days(1);
    zones += !stated.empty() && (stated[0] - items[0]) % hours(1) == hours(0);
  }
  EXPECT_EQ(without + dates + zones, 30);
  EXPECT_GT(std::min({without, dates, zones}), 3);
  ContestOptions options = with_budget(0.5, minutes(10));
  const Score good = run("round-robin", sample, options);
  options.replay.faults.wrong_times = 1;
  EXPECT_EQ(run("round-robin", sample, options).mean_delay, good.mean_delay);
}

TEST(Replay, MakesNoDownloadOfTheFirstCopyOfADocument) {
  Trace trace{.begin = kStart, .end = kStart + days(22)};
  trace.sources = {{0, "", {kStart + days(1), kStart + days(2), kStart + days(20)}}};
  const Sample sample = sample_of(trace, days(0));
  ContestOptions options;
  options.replay.objective = Objective::kCapture;
  const Score score = run("week", sample, options);
  EXPECT_EQ(score.visits, 3u);  // Days 7, 14, 21.
  EXPECT_NEAR(score.recall, 2 / 3.0, 1e-12);
  EXPECT_NEAR(score.precision, 2 / 3.0, 1e-12);
  EXPECT_NEAR(score.freshness, 1 - (6 + 1) / 22.0, 1e-9);
}

TEST(Contest, FindsThePriceOfANumberOfDownloads) {
  const Trace trace = random_sources(200, 200);
  const Sample sample = sample_of(trace, days(0));
  ContestOptions options;
  options.replay.objective = Objective::kCapture;
  options.replay.tick = days(1);
  for (const std::size_t downloads : {2'000, 6'000}) {
    options.downloads = downloads;
    const Score score = run("gold", sample, options);
    EXPECT_NEAR(double(score.visits), double(downloads), 0.01 * double(downloads));
  }
}

TEST(Contest, NamesThePoliciesThereAre) {
  const Trace trace = hourly_feeds(2);
  const Sample sample = sample_of(trace, days(0));
  const auto entry = run_policy("nonsense", sample, {});
  ASSERT_FALSE(entry.ok());
  EXPECT_NE(entry.error().text.find("round-robin"), std::string::npos);
}

// Whatever goes wrong, no policy may stop visiting.
class EveryPolicy : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryPolicy, GoesOnVisitingWhenEverythingGoesWrong) {
  const Trace trace = random_sources(60, 40);
  const Sample sample = sample_of(trace, days(0));
  for (const Objective objective : {Objective::kDelay, Objective::kCapture}) {
    ContestOptions options;
    options.replay.objective = objective;
    const bool is_feeds = objective == Objective::kDelay;
    options.replay.tick = is_feeds ? Milliseconds(minutes(10)) : days(1);
    options.replay.budget = {schedule::BudgetKind::kPerDay, is_feeds ? 0.1 : 0.02};
    const Score good = run(GetParam(), sample, options);
    options.replay.faults = {.failed_visits = 0.05,
                             .timeouts = 0.05,
                             .wrong_times = 0.3,
                             .clock = ClockFaults::kJumps};
    const Score faulty = run(GetParam(), sample, options);
    EXPECT_GT(double(faulty.visits), 0.7 * double(good.visits));
    EXPECT_GT(faulty.recall, 0.7 * good.recall);
  }
}

std::vector<std::string_view> all_policies() {
  std::vector<std::string_view> names(schedule::policy_names().begin(),
                                      schedule::policy_names().end());
  for (const auto name : schedule::reference_policy_names()) names.push_back(name);
  std::erase(names, "clairvoyant");  // Plans each visit beforehand.
  return names;
}

INSTANTIATE_TEST_SUITE_P(Replay, EveryPolicy, testing::ValuesIn(all_policies()),
                         [](const auto& each) {
                           std::string name(each.param);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace curlew::sim
