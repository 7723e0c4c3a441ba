#include "extract/title/choice.h"

#include <gtest/gtest.h>

namespace curlew::extract {
namespace {

constexpr HeadingFacts kForHeadings = {0, 0, 0, 0, 0, 0, 0, 1};
constexpr HeadingFacts kAgainstHeadings = {0, 0, 0, 0, 0, 0, 0, -1};

std::vector<TitleCandidate> heading_and_title() {
  return {{.text = "The terns are back", .is_heading = true},
          {.text = "Terns come back | Example", .is_part_of_title = true},
          {.text = "Terns come back", .is_part_of_title = true}};
}

TEST(TitleChoice, FollowsTheWeightsWhereHeadingAndTitleDiffer) {
  const auto candidates = heading_and_title();
  const std::vector<float> sums = {0.5F, -1, 0};
  EXPECT_EQ(choose(candidates, sums, kForHeadings), 0u);
  EXPECT_EQ(choose(candidates, sums, kAgainstHeadings), 2u);
}

TEST(TitleChoice, ShowsTheSumsOfBothToTheWeights) {
  const auto contest = contest_of(heading_and_title(), std::vector{0.5F, -1.0F, 0.25F});
  ASSERT_TRUE(contest);
  EXPECT_EQ(contest->heading, 0u);
  EXPECT_EQ(contest->other, 2u);
  EXPECT_FLOAT_EQ(contest->facts[0], 0.5F);
  EXPECT_FLOAT_EQ(contest->facts[1], 0.25F);
  EXPECT_FLOAT_EQ(contest->facts.back(), 1);
}

TEST(TitleChoice, FollowsTheTreesWhereTheTitleHasTheHeading) {
  auto candidates = heading_and_title();
  candidates[0].is_part_of_title = true;
  EXPECT_EQ(choose(candidates, std::vector{0.5F, -1.0F, 0.0F}, kAgainstHeadings), 0u);
  EXPECT_EQ(choose(candidates, std::vector{0.0F, -1.0F, 0.5F}, kForHeadings), 2u);
}

TEST(TitleChoice, FollowsTheTreesWhereThereIsNoHeading) {
  auto candidates = heading_and_title();
  candidates.erase(candidates.begin());
  EXPECT_EQ(choose(candidates, std::vector{-1.0F, 0.0F}, kForHeadings), 1u);
}

}  // namespace
}  // namespace curlew::extract
