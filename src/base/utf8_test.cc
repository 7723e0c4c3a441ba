#include "base/utf8.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

TEST(Utf8Prefix, NeverEndsInsideACharacter) {
  EXPECT_EQ(utf8_prefix("αβγ", 6), "αβγ");
  EXPECT_EQ(utf8_prefix("αβγ", 5), "αβ");
  EXPECT_EQ(utf8_prefix("αβγ", 4), "αβ");
  EXPECT_EQ(utf8_prefix("a€", 3), "a");
  EXPECT_EQ(utf8_prefix("€", 2), "");
  EXPECT_EQ(utf8_prefix("", 0), "");
}

TEST(AppendUtf8, WritesCharactersOfEveryLength) {
  std::string text;
  for (const char32_t c : {U'a', U'\u007F', U'α', U'€', U'\uFFFF', U'🐦'})
    append_utf8(text, c);
  EXPECT_EQ(text, "a\u007Fα€\uFFFF🐦");
}

TEST(CutUtf8, CutsInPlace) {
  std::string text = "αβ";
  cut_utf8(text, 3);
  EXPECT_EQ(text, "α");
}

}  // namespace
}  // namespace curlew
