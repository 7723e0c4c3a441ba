// Freshness against the best that can be done on Poisson sources (Cho & Garcia-Molina,
// "Effective page refresh policies for Web crawlers", 2003).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "schedule/documents/document_policy.h"
#include "schedule/planner.h"
#include "schedule/policies/policies.h"
#include "schedule/truth.h"

namespace curlew::schedule::documents {
namespace {

using std::chrono::days;
using std::chrono::hours;

const Time kFirstVisit = from_unix_seconds(1'600'041'600);

// Of changes per day, spread evenly over the logarithms of four decades.
std::vector<double> spread_rates(std::size_t count) {
  std::vector<double> rates;
  for (std::size_t i = 0; i < count; ++i) {
    rates.push_back(std::pow(10, -3 + 4 * (double(i) + .5) / double(count)));
  }
  return rates;
}

// The share of the time in which a copy is right that is renewed every `gap` days.
double freshness(double rate, double gap) {
  return -std::expm1(-rate * gap) / (rate * gap);
}

struct Optimum {
  double freshness = 0;
  double visits = 0;  // A day, of all sources.
};

// What is best when a visit costs so many days, by trying gaps. What changes too fast
// is given up, but for one visit in half a year.
Optimum optimum_at(const std::vector<double>& rates, double price) {
  constexpr double kLongestGap = 182;
  Optimum all;
  for (const double rate : rates) {
    double best_gap = kLongestGap;
    double best = freshness(rate, best_gap) - price / best_gap;
    for (double gap = .5; gap < kLongestGap; gap *= 1.01) {
      const double value = freshness(rate, gap) - price / gap;
      if (value <= best) continue;
      best = value;
      best_gap = gap;
    }
    all.freshness += freshness(rate, best_gap) / double(rates.size());
    all.visits += 1 / best_gap;
  }
  return all;
}

// What is best with so many visits a day.
Optimum optimum_with(const std::vector<double>& rates, double visits) {
  double low = 1e-4;
  double high = 1e4;
  for (int i = 0; i < 40; ++i) {
    const double price = std::sqrt(low * high);
    (optimum_at(rates, price).visits > visits ? low : high) = price;
  }
  return optimum_at(rates, high);
}

// A policy that is told the true rates, by events that are spaced evenly.
std::unique_ptr<Policy> policy_that_knows(const std::vector<double>& rates) {
  const Time end = kFirstVisit + days(8'000);
  std::vector<std::vector<Time>> events(rates.size());
  Truth truth{.begin = kFirstVisit, .end = end};
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const auto gap = Milliseconds(std::int64_t(86'400'000 / rates[i]));
    for (Time t = kFirstVisit + gap; t < end; t += gap) events[i].push_back(t);
    truth.sources.push_back({model::SourceId{std::int64_t(i) + 1}, events[i]});
  }
  return make_known_documents_policy(model::Objective::kFreshness, truth);
}

struct Outcome {
  double freshness = 0;
  double visits = 0;  // A day.
};

// Visits go on for `run_in` days, then for as many as are scored. Whether a visit finds
// a change is drawn by lot; how long the copy was right is not, but its mean taken.
Outcome run(const std::vector<double>& rates, std::unique_ptr<Policy> policy,
            PlannerOptions options, days run_in, days scored) {
  options.tick = hours(1);
  Planner planner(options, std::move(policy), Random(1));
  for (std::size_t i = 0; i < rates.size(); ++i) {
    Plan plan;
    plan.due = kFirstVisit + hours(i % 240);
    planner.watch(
        {model::SourceId{std::int64_t(i) + 1}, fmt::format("https://h{}/", i)}, plan);
  }
  Random random(2);
  std::vector<Time> last(rates.size(), kFirstVisit);
  const Time begin = kFirstVisit + run_in;
  const Time end = begin + scored;
  double right = 0;
  std::size_t visits = 0;
  const auto to_days = [](Milliseconds span) {
    return std::chrono::duration<double, days::period>(span).count();
  };
  // The days that the copy of the last visit is right until `now`, within the score.
  const auto count_right = [&](std::size_t i, Time now) {
    const double until = to_days(std::max(begin, now) - last[i]);
    const double before = to_days(std::max(begin, last[i]) - last[i]);
    right += (std::exp(-rates[i] * before) - std::exp(-rates[i] * until)) / rates[i];
  };
  for (Time now = kFirstVisit; now < end; now += hours(1)) {
    for (const model::SourceId id : planner.take_due(now, rates.size())) {
      const auto i = std::size_t(id.value - 1);
      count_right(i, now);
      const double unchanged = std::exp(-rates[i] * to_days(now - last[i]));
      const VisitFacts facts{.at = now, .new_items = random.uniform() > unchanged};
      planner.settle(id, planner.judge(id, *planner.find(id), facts));
      last[i] = now;
      if (now >= begin) ++visits;
    }
  }
  for (std::size_t i = 0; i < rates.size(); ++i) count_right(i, end);
  return {right / to_days(scored) / double(rates.size()),
          double(visits) / to_days(scored)};
}

PlannerOptions with_budget(double share_per_day) {
  PlannerOptions options;
  options.budget.kind = BudgetKind::kPerDay;
  options.budget.share_per_hour = share_per_day / 24;
  return options;
}

TEST(Freshness, WithKnownRatesIsWithinTwoPercentOfTheOptimum) {
  const auto rates = spread_rates(200);
  for (const double price : {.3, 2.0, 10.0}) {
    PlannerOptions options;
    options.price = price;
    const Outcome found =
        run(rates, policy_that_knows(rates), options, days(400), days(400));
    const Optimum best = optimum_with(rates, found.visits);
    EXPECT_GT(found.freshness, .98 * best.freshness) << price;
    EXPECT_LT(found.freshness, 1.02 * best.freshness) << price;
  }
}

TEST(Freshness, WithABudgetIsWithinTwoPercentOfTheOptimum) {
  const auto rates = spread_rates(200);
  for (const double share : {.03, .1}) {
    const Outcome found =
        run(rates, policy_that_knows(rates), with_budget(share), days(800), days(400));
    EXPECT_NEAR(found.visits / (share * 200), 1, .1);
    const Optimum best = optimum_with(rates, share * 200);
    EXPECT_GT(found.freshness, .98 * best.freshness) << share << " " << found.visits;
  }
}

TEST(Freshness, OfCurlewWhichLearnsTheRatesIsNearTheOptimum) {
  const auto rates = spread_rates(200);
  struct Case {
    double price;
    double least;  // Of the optimum. Few visits teach little: 3 to 60 a day here.
  };
  for (const Case c : {Case{.3, .98}, Case{2, .96}, Case{10, .88}}) {
    PlannerOptions options;
    options.price = c.price;
    const Outcome found = run(rates, make_document_policy(model::Objective::kFreshness),
                              options, days(400), days(400));
    const Optimum best = optimum_with(rates, found.visits);
    EXPECT_GT(found.freshness, c.least * best.freshness) << c.price;
  }
}

}  // namespace
}  // namespace curlew::schedule::documents
