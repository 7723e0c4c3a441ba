#include "detect/diff/marked_words.h"

#include <gtest/gtest.h>

namespace curlew::detect {
namespace {

TEST(MarkedWords, TellWhatWentAndWhatCame) {
  std::string html;
  append_marked_words(html, "Fees & dues rise", "Fees & dues fall");
  EXPECT_EQ(html,
            "<p>− Fees &amp; dues <del>rise</del></p>\n"
            "<p>+ Fees &amp; dues <ins>fall</ins></p>\n");
}

TEST(MarkedWords, LeaveOutWhatIsFarAway) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "Ναι ";
  std::string html;
  append_marked_words(html, text + "six" + text, text + "seven" + text);
  EXPECT_LT(html.size(), 700u);
  EXPECT_NE(html.find("<p>+ … Ναι"), html.npos) << html;
  EXPECT_NE(html.find("<ins>seven"), html.npos) << html;
  EXPECT_TRUE(html.ends_with(" …</p>\n")) << html;
}

TEST(MarkedLines, LeaveOutWhatStayed) {
  EXPECT_EQ(
      marked_lines("One.\nTwo is here.\nThree.", "One.\nTwo was here.\nThree.", 9),
      "<p>− Two <del>is</del> here.</p>\n<p>+ Two <ins>was</ins> here.</p>\n");
  EXPECT_EQ(marked_lines("One.", "One.\nTwo.", 9), "<p>+ <ins>Two.</ins></p>\n");
  EXPECT_EQ(marked_lines("Same.", "Same.", 9), "");
}

TEST(MarkedLines, AreBounded) {
  EXPECT_EQ(marked_lines("a\nb\nc", "x\nb\ny", 1),
            "<p>− <del>a</del></p>\n<p>+ <ins>x</ins></p>\n<p>…</p>\n");
}

}  // namespace
}  // namespace curlew::detect
