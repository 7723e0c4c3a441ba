#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "schedule/make_policy.h"
#include "schedule/policies/policies.h"
#include "schedule/policies/visit_plan.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

using Times = std::vector<Time>;

Times at_hours(std::initializer_list<int> all) {
  Times times;
  for (const int hour : all) times.push_back(kMidnight + hours(hour));
  return times;
}

// Items at 1, 2 and 10 h, the end at 24 h; prices in article-hours. Visits at 1, 2, 10:
// 3 prices; at 2 and 10: 1 waited + 2 prices; at 2 alone: 15 + 1; at 10 alone: 17 + 1;
// none: 59.
TEST(Clairvoyant, VisitsWhereTheWaitSavedIsWorthThePrice) {
  const Times items = at_hours({1, 2, 10});
  const Time end = kMidnight + hours(24);
  EXPECT_EQ(plan_visits(items, end, 0.9 / 24), at_hours({1, 2, 10}));
  EXPECT_EQ(plan_visits(items, end, 1.1 / 24), at_hours({2, 10}));
  EXPECT_EQ(plan_visits(items, end, 13.9 / 24), at_hours({2, 10}));
  EXPECT_EQ(plan_visits(items, end, 14.1 / 24), at_hours({2}));
  EXPECT_EQ(plan_visits(items, end, 44.1 / 24), Times{});
  EXPECT_EQ(plan_visits({}, end, 1), Times{});
}

double cost(const Times& items, const Times& visits, Time end, double price) {
  double sum = price * double(visits.size());
  for (const Time item : items) {
    const auto visit = std::ranges::lower_bound(visits, item);
    const Time seen = visit == visits.end() ? end : *visit;
    sum += std::chrono::duration<double, std::ratio<86'400>>(seen - item).count();
  }
  return sum;
}

// Every subset of the items' times, compared.
double least_cost(const Times& items, Time end, double price) {
  double least = std::numeric_limits<double>::infinity();
  for (unsigned chosen = 0; chosen < 1u << items.size(); ++chosen) {
    Times visits;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (chosen >> i & 1) visits.push_back(items[i]);
    }
    least = std::min(least, cost(items, visits, end, price));
  }
  return least;
}

TEST(Clairvoyant, NoChoiceOfVisitsIsCheaper) {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    Times items;
    for (std::uint64_t i = random.below(9); i > 0; --i) {
      items.push_back(kMidnight + minutes(random.below(2000)));
    }
    std::ranges::sort(items);
    const Time end = kMidnight + minutes(2000 + random.below(500));
    const double price = random.uniform(0.001, 2);
    const Times visits = plan_visits(items, end, price);
    ASSERT_NEAR(cost(items, visits, end, price), least_cost(items, end, price), 1e-9);
  }
}

// dp[i] = min over j, all pairs compared; the end as one more item that costs nothing.
double naive_cost(const Times& items, Time end, double price) {
  const auto in_days = [](Milliseconds wait) {
    return std::chrono::duration<double, std::ratio<86'400>>(wait).count();
  };
  std::vector<double> dp(items.size() + 2, 0);
  for (std::size_t i = 1; i <= items.size() + 1; ++i) {
    const Time at = i <= items.size() ? items[i - 1] : end;
    dp[i] = std::numeric_limits<double>::infinity();
    double waited = 0;
    for (std::size_t j = i; j-- > 0;) {
      if (j < items.size()) waited += in_days(at - items[j]);
      const double visit = i <= items.size() ? price : 0;
      dp[i] = std::min(dp[i], dp[j] + waited + visit);
    }
  }
  return dp.back();
}

TEST(Clairvoyant, AgreesWithTheQuadraticProgram) {
  Random random(12);
  for (int round = 0; round < 15; ++round) {
    Times items;
    for (std::uint64_t i = random.below(400); i > 0; --i) {
      items.push_back(kMidnight + minutes(random.below(20'000)));
    }
    std::ranges::sort(items);
    const Time end = kMidnight + minutes(20'000);
    const double price = random.uniform(0.001, 3);
    const Times visits = plan_visits(items, end, price);
    ASSERT_NEAR(cost(items, visits, end, price), naive_cost(items, end, price), 1e-7);
  }
}

// Three sources with items every 12, 6 and 2 hours; 30 visits in ten days.
TEST(Clairvoyant, FindsThePriceThatKeepsTheBudget) {
  std::vector<Times> all(3);
  const int gaps[] = {12, 6, 2};
  Truth truth{{}, kMidnight, kMidnight + days(10), 30};
  for (int source = 0; source < 3; ++source) {
    for (int hour = 1; hour < 240; hour += gaps[source]) {
      all[source].push_back(kMidnight + hours(hour) + minutes(3));
    }
    truth.sources.push_back({{source + 1}, all[source]});
  }
  const VisitPlans plans = plan_feeds(truth, minutes(10));
  std::size_t visits = 0;
  for (const Times& of_one : plans.visits) {
    visits += of_one.size();
    for (const Time at : of_one) EXPECT_EQ((at - kMidnight) % minutes(10), minutes(0));
  }
  EXPECT_LE(visits, 30u);
  EXPECT_GE(visits, 25u);
  EXPECT_GT(plans.visits[2].size(), plans.visits[0].size());
  truth.visits = 1000;
  EXPECT_EQ(plan_feeds(truth, minutes(10)).visits[2].size(), all[2].size());
}

// Changes at hour 1 and 5 of day 0, in day 3, and in day 4: three days with changes,
// after which the copy is right for 54 h (day 1 to day 3, 6:00), for 6 h and for 120 h.
TEST(Clairvoyant, DownloadsDocumentsAtTheEndOfDaysWithChanges) {
  const Times changes = at_hours({1, 5, 3 * 24 + 6, 4 * 24 + 6});
  Truth truth{{{{1}, changes}}, kMidnight, kMidnight + days(10), 10};
  EXPECT_EQ(plan_documents(truth).visits[0], at_hours({24, 96, 120}));
  truth.visits = 2;
  EXPECT_EQ(plan_documents(truth).visits[0], at_hours({24, 120}));
}

TEST(Clairvoyant, HandsOutThePlannedTimesAndThenNoMore) {
  const Times items = at_hours({1, 2, 10});
  const Truth truth{{{{7}, items}}, kMidnight, kMidnight + hours(24), 3};
  const auto policy =
      make_clairvoyant_policy(model::Objective::kDelay, PolicyOptions{}.tick, truth);
  policy->joined(0, {{7}, ""});
  PolicyState state;
  const auto next = [&](Time at) {
    return policy->next_visit(state, {.slot = 0, .at = at}, {});
  };
  EXPECT_EQ(next(kMidnight - days(28)), kMidnight - days(3));  // The round before.
  EXPECT_EQ(next(kMidnight), kMidnight + hours(1));
  EXPECT_EQ(next(kMidnight + hours(1)), kMidnight + hours(2));
  EXPECT_EQ(next(kMidnight + hours(3)), kMidnight + hours(10));
  EXPECT_GT(next(kMidnight + hours(10)), truth.end);
  EXPECT_GT(policy->next_visit(state, {.at = kMidnight}, {}), truth.end);  // Unknown.
  EXPECT_GT(policy->first_price(0.15), 0);
}

}  // namespace
}  // namespace curlew::schedule
