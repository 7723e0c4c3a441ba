#include "base/plain_text.h"

#include <gtest/gtest.h>

namespace curlew {
namespace {

TEST(PlainText, DropsTheEscapeSequencesOfTerminals) {
  EXPECT_EQ(plain_text("\x1b[31mred\x1b[0m"), "[31mred[0m");
  EXPECT_EQ(plain_text("\x1b]0;title\x07"), "]0;title");
  EXPECT_EQ(plain_text("a\xc2\x9b"
                       "31mb"),
            "a31mb")
      << "C1 in UTF-8";
  EXPECT_EQ(plain_text("a\x7f\x08"
                       "b"),
            "ab");
}

TEST(PlainText, DropsWhatTurnsTheReadingDirection) {
  EXPECT_EQ(plain_text("a\u202Etxt.exe"), "atxt.exe");
  EXPECT_EQ(plain_text("\u2066a\u2069"), "a");
}

TEST(PlainText, KeepsTheJoinersThatScriptsNeed) {
  EXPECT_EQ(plain_text("می\u200Cخواهم"), "می\u200Cخواهم");
}

TEST(PlainText, DropsWhatIsNoCharacter) {
  EXPECT_EQ(plain_text("a\uFFFE\uFFFF\U0010FFFF\uFDD0b\uFFFD"), "ab\uFFFD");
}

TEST(PlainText, MakesOneLineOfMany) {
  EXPECT_EQ(plain_text("  a\r\n\t b\u00A0c\u2028d  "), "a b c d");
}

TEST(PlainText, ReplacesBytesThatAreNoUtf8) {
  EXPECT_EQ(plain_text("a\xff"
                       "b"),
            "a\uFFFDb");
  EXPECT_EQ(plain_text("\xc0\xbc"), "\uFFFD\uFFFD") << "overlong '<'";
}

TEST(PlainText, MeasuresColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("Ελλάδα"), 6u);
  EXPECT_EQ(display_width("日本"), 4u);
  EXPECT_EQ(display_width("e\u0301"), 1u) << "combining accent";
}

TEST(PlainText, IsShortenedToFit) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdef", 4), "abc…");
  EXPECT_EQ(shortened("日本語", 4), "日…") << "half a wide character is not kept";
  EXPECT_EQ(shortened("abc", 0), "");
}

}  // namespace
}  // namespace curlew
