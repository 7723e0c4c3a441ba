#include "apps/lab/lone_surrogates.h"

#include <gtest/gtest.h>

namespace curlew::apps {
namespace {

TEST(LoneSurrogatesTest, HalvesAreReplaced) {
  EXPECT_EQ(with_lone_surrogates_replaced(R"({"a":"\ud800x\uDC00"})"),
            R"({"a":"\ufffdx\ufffd"})");
  EXPECT_EQ(with_lone_surrogates_replaced(R"("\ud83d\ud83d\udca9")"),
            R"("\ufffd\ud83d\udca9")");
}

TEST(LoneSurrogatesTest, PairsAndEverythingElseStay) {
  for (const char* const json : {R"("\ud83d\udca9")", R"("\\ud800")", R"("\u0041\n\"")",
                                 R"("plain")", R"("\ud8")", R"("\ud80)", R"("\)", ""}) {
    EXPECT_EQ(with_lone_surrogates_replaced(json), json);
  }
}

}  // namespace
}  // namespace curlew::apps
