#include "extract/article/choice.h"

#include <gmock/gmock.h>

namespace curlew::extract {
namespace {

using testing::ElementsAre;

using F = BlockFeature;

FeatureRow row_of(float words) {
  FeatureRow row{};
  at(row, F::text_words) = words;
  at(row, F::mark_comments) = -1;
  at(row, F::guess_twin) = -1;
  return row;
}

std::vector<bool> choose(std::vector<FeatureRow> rows, std::vector<float> chances,
                         const TypeChances& types, std::vector<bool> behind = {}) {
  behind.resize(rows.size());
  std::vector<bool> kept;
  choose_blocks({rows, chances, behind, types}, kept);
  return kept;
}

TypeChances surely(PageType type) {
  TypeChances chances{};
  chances[std::size_t(type)] = 1;
  return chances;
}

std::vector<bool> choose(std::vector<std::uint32_t> words, std::vector<float> chances) {
  std::vector<FeatureRow> rows;
  for (const std::uint32_t count : words) rows.push_back(row_of(float(count)));
  return choose(rows, chances, {});
}

TEST(Choice, TakesWhatIsLikelyWhereThePageIsClear) {
  EXPECT_THAT(choose({10, 50, 50, 10}, {0.02F, 0.97F, 0.95F, 0.3F}),
              ElementsAre(false, true, true, false));
}

TEST(Choice, TakesMoreWhereThePageIsMurky) {
  EXPECT_THAT(choose({50, 50, 50}, {0.3F, 0.28F, 0.01F}),
              ElementsAre(true, true, false));
}

TEST(Choice, IsNeverEmptyWhereThereAreWords) {
  EXPECT_THAT(choose({3}, {0.001F}), ElementsAre(true));
  EXPECT_THAT(choose({}, {}), ElementsAre());
}

TEST(Choice, DoubtsCommentsUnlessThePageIsAForum) {
  std::vector<FeatureRow> rows = {row_of(100), row_of(50)};
  at(rows[1], F::mark_comments) = 2;
  EXPECT_THAT(choose(rows, {0.95F, 0.8F}, {}), ElementsAre(true, false));
  EXPECT_THAT(choose(rows, {0.95F, 0.8F}, surely(PageType::kForum)),
              ElementsAre(true, true));
}

TEST(Choice, LeavesCommentsWhereNothingElseIsWorthReading) {
  std::vector<FeatureRow> rows = {row_of(10), row_of(500)};
  at(rows[1], F::mark_comments) = 2;
  EXPECT_THAT(choose(rows, {0.9F, 0.8F}, {}), ElementsAre(true, true));
}

TEST(Choice, LetsAShortArticleStandBeforeManyComments) {
  std::vector<FeatureRow> rows = {row_of(70), row_of(1200)};
  at(rows[1], F::mark_comments) = 2;
  EXPECT_THAT(choose(rows, {0.95F, 0.9F}, {}), ElementsAre(true, false));
}

TEST(Choice, DoubtsWhatComesBehindAnArticle) {
  const std::vector<FeatureRow> rows = {row_of(200), row_of(60)};
  const std::vector<bool> behind = {false, true};
  EXPECT_THAT(choose(rows, {0.97F, 0.7F}, surely(PageType::kArticle), behind),
              ElementsAre(true, false));
  EXPECT_THAT(choose(rows, {0.97F, 0.7F}, surely(PageType::kService), behind),
              ElementsAre(true, true));
}

TEST(Choice, TakesAParagraphOnce) {
  std::vector<FeatureRow> rows = {row_of(20), row_of(20), row_of(2)};
  at(rows[1], F::guess_twin) = 0.9F;
  at(rows[2], F::guess_twin) = 0.9F;
  EXPECT_THAT(choose(rows, {0.9F, 0.9F, 0.9F}, {}), ElementsAre(true, false, true));
}

}  // namespace
}  // namespace curlew::extract
