#include <gtest/gtest.h>

#include "schedule/planner.h"
#include "schedule/policies/policies.h"
#include "schedule/times_test.h"

namespace curlew::schedule {
namespace {

using model::ChangeCounters;
using model::SourceId;
using std::chrono::days;
using std::chrono::hours;

class ThesisPolicyTest : public testing::Test {
 protected:
  PolicyState visited(Time at, ChangeCounters changes) {
    PolicyState state;
    policy_->next_visit(state, {.at = at, .changes = changes}, {});
    return state;
  }
  double rank(const PolicyState& state, Time now) {
    return policy_->rank(state.bytes(), now, {});
  }

  std::unique_ptr<Policy> policy_ = make_thesis_policy();
};

TEST_F(ThesisPolicyTest, VisitsAPageOnceInAPhase) {
  PolicyState state;
  EXPECT_EQ(policy_->next_visit(state, {.at = kStart + hours(7)}, {}),
            std::chrono::floor<days>(kStart + hours(7)) + days(1));
}

TEST_F(ThesisPolicyTest, RanksByHowOftenPagesWereSeenToChange) {
  const Time now = kStart + days(30);
  const PolicyState often = visited(now - days(1), {.structural = 3, .textual = 4});
  const PolicyState once = visited(now - days(1), {.textual = 1});
  const PolicyState never = visited(now - days(20), {});
  const PolicyState never_of_late = visited(now - days(1), {});
  EXPECT_EQ(rank(often, now), 7);
  EXPECT_EQ(rank(once, now), 1);
  // However long a static page waits.
  EXPECT_LT(rank(never, now), 1);
  EXPECT_GT(rank(never, now), rank(never_of_late, now));
}

TEST_F(ThesisPolicyTest, HandsOutTheDynamicFrontierFirst) {
  Planner planner(
      {.budget = {.kind = BudgetKind::kPerTick, .share_per_hour = 1.0 / 3 * 6}},
      make_thesis_policy(), Random(1));
  const ChangeCounters changes[] = {{}, {.textual = 2}, {.structural = 1}};
  for (int i = 0; i < 3; ++i) {
    planner.watch({SourceId{i + 1}, "https://a.example/"},
                  {.due = kStart, .earliest = kStart});
  }
  std::vector<std::int64_t> order;
  // The first visits, and on the next morning those of a new phase.
  for (Time now = kStart; now < kStart + days(1); now += Milliseconds(600'000)) {
    for (const SourceId source : planner.take_due(now, 10)) {
      order.push_back(source.value);
      const VisitFacts facts{.at = now, .changes = changes[source.value - 1]};
      planner.settle(source, planner.judge(source, *planner.find(source), facts));
    }
  }
  ASSERT_EQ(order.size(), 6U);
  order.erase(order.begin(), order.begin() + 3);
  EXPECT_EQ(order, (std::vector<std::int64_t>{2, 3, 1}));
}

}  // namespace
}  // namespace curlew::schedule
