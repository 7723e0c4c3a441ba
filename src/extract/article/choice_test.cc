#include "extract/article/choice.h"

#include <gmock/gmock.h>

namespace curlew::extract {
namespace {

using testing::ElementsAre;

std::vector<bool> choose(const std::vector<float>& words,
                         const std::vector<float>& chances) {
  std::vector<FeatureRow> rows(words.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    at(rows[i], BlockFeature::text_words) = words[i];
  std::vector<bool> kept;
  choose_blocks(rows, chances, kept);
  return kept;
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

}  // namespace
}  // namespace curlew::extract
