#include "extract/page_type/page_type.h"

#include <gmock/gmock.h>

#include "extract/page_type/page_features.h"

namespace curlew::extract {
namespace {

TEST(PageTypes, WereLearnedFromTheFeaturesOfToday) {
  EXPECT_EQ(checksum_of_features(page_feature_names()), shipped_type_checksum())
      << "the features of pages have changed: train anew (tools/article)";
}

TEST(PageTypes, KnowWhenFeaturesWereMoved) {
  std::vector<std::string> names = page_feature_names();
  std::swap(names.front(), names.back());
  EXPECT_NE(checksum_of_features(names), shipped_type_checksum());
}

}  // namespace
}  // namespace curlew::extract
