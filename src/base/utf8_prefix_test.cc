#include "base/utf8_prefix.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

TEST(Utf8Prefix, EndsBetweenTwoCharacters) {
  EXPECT_EQ(utf8_prefix("abc", 3), "abc");
  EXPECT_EQ(utf8_prefix("abc", 2), "ab");
  EXPECT_EQ(utf8_prefix("αβ", 3), "α");
  EXPECT_EQ(utf8_prefix("αβ", 1), "");
  EXPECT_EQ(utf8_prefix("", 0), "");
}

TEST(Utf8Prefix, CutsInPlace) {
  std::string text = "αβ";
  cut_utf8(text, 2);
  EXPECT_EQ(text, "α");
}

}  // namespace
}  // namespace curlew
