#include "apps/output/prose.h"

#include <gtest/gtest.h>

namespace curlew::apps {
namespace {

TEST(Prose, BreaksParagraphsWhereTheyFit) {
  EXPECT_EQ(prose({stdout, 11, false}, "one two three four\nfive"),
            "one two\nthree four\n\nfive\n");
}

TEST(Prose, KeepsALongWordWhole) {
  EXPECT_EQ(prose({stdout, 8, false}, "see https://example.org/ there"),
            "see\nhttps://example.org/\nthere\n");
}

TEST(Prose, IsNoWiderThanAnEyeFollows) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "four ";
  const std::string lines = prose({stdout, 300, false}, text);
  EXPECT_EQ(lines.find('\n'), 79u) << lines;
}

TEST(Prose, CountsColumnsNotBytes) {
  EXPECT_EQ(prose({stdout, 9, false}, "日本 日本 日本"), "日本 日本\n日本\n");
}

TEST(Prose, LetsNoEscapeSequenceThrough) {
  EXPECT_EQ(prose({stdout, 80, true}, "a\x1b[31mb\x07"), "a[31mb\n");
}

}  // namespace
}  // namespace curlew::apps
