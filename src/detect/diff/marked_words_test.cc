#include "detect/diff/marked_words.h"

#include <gtest/gtest.h>

namespace curlew::detect {
namespace {

TEST(MarkedWords, TellWhatWentAndWhatCame) {
  std::string html;
  append_marked_words(html, "Fees & dues rise", "Fees & dues fall");
  EXPECT_EQ(html, "Fees &amp; dues <del>rise</del><ins>fall</ins>");
}

TEST(MarkedLines, LeaveOutWhatStayed) {
  EXPECT_EQ(
      marked_lines("One.\nTwo is here.\nThree.", "One.\nTwo was here.\nThree.", 9),
      "<p>Two <del>is</del><ins>was</ins> here.</p>\n");
  EXPECT_EQ(marked_lines("One.", "One.\nTwo.", 9), "<p><ins>Two.</ins></p>\n");
  EXPECT_EQ(marked_lines("Same.", "Same.", 9), "");
}

TEST(MarkedLines, AreBounded) {
  EXPECT_EQ(marked_lines("a\nb\nc", "x\nb\ny", 1),
            "<p><del>a</del><ins>x</ins></p>\n<p>…</p>\n");
}

}  // namespace
}  // namespace curlew::detect
