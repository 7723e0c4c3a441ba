#include "control/revisit_plan.h"

#include <gtest/gtest.h>

namespace curlew::control {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

const Time kPublished = from_unix_seconds(1'700'000'000);
constexpr model::ArticleId kArticle{7};

std::optional<Milliseconds> next_after(Milliseconds age,
                                       const store::Revisits::Habits& habits = {},
                                       model::ArticleId article = kArticle) {
  const auto next = next_revisit(article, kPublished, kPublished + age, habits);
  if (!next) return std::nullopt;
  EXPECT_EQ(next->due, kPublished + kRevisitSteps[next->step]);
  return next->due - kPublished;
}

TEST(RevisitPlan, DecaysWithTheAgeOfTheArticle) {
  EXPECT_EQ(next_after(minutes(5)), hours(1));
  EXPECT_EQ(next_after(hours(1)), hours(6));
  EXPECT_EQ(next_after(hours(7)), days(1));
  EXPECT_EQ(next_after(days(2)), days(3));
  EXPECT_EQ(next_after(days(9)), days(10));
  EXPECT_EQ(next_after(days(10)), std::nullopt);
}

TEST(RevisitPlan, LeavesOutStepsThatFindNothingAtTheSource) {
  const store::Revisits::Habits habits = {{0, {.unchanged = kQuietRevisits}},
                                          {1, {.unchanged = kQuietRevisits - 1}},
                                          {2, {.unchanged = 500, .changed = 3}}};
  EXPECT_EQ(next_after(minutes(5), habits), hours(6));
  EXPECT_EQ(next_after(hours(6), habits), days(3));
}

TEST(RevisitPlan, TriesTheWholePlanOfSomeArticlesAnyway) {
  const store::Revisits::Habits habits = {{0, {.unchanged = 1000}}};
  EXPECT_EQ(next_after(minutes(5), habits, {kStillTriedOf * 3}), hours(1));
}

}  // namespace
}  // namespace curlew::control
