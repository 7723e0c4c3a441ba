#include "publish/clip_text.h"

#include <gtest/gtest.h>

#include "publish/notices_test.h"

namespace curlew::publish {
namespace {

std::string whole(const MarkedText& text) {
  return text.before + "[" + text.keyword + "]" + text.after;
}

model::Clip clip(std::string summary, std::uint32_t begin, std::uint32_t end) {
  return {.summary = std::move(summary), .mark_begin = begin, .mark_end = end};
}

TEST(MarkedSummary, TellsTheKeywordFromWhatIsAroundIt) {
  EXPECT_EQ(whole(marked_summary(clip("the strike ends", 4, 10))), "the [strike] ends");
  EXPECT_EQ(whole(marked_summary(clip("one\ntwo\x01 three", 4, 7))), "one [two] three");
}

TEST(MarkedSummary, HasNoKeywordThatStandsOnlyInTheTitle) {
  EXPECT_EQ(whole(marked_summary(clip("the strike ends", 0, 0))), "the strike ends[]");
}

// What was stored may be damaged.
TEST(MarkedSummary, OutlivesMarksThatAreNowhere) {
  EXPECT_EQ(whole(marked_summary(clip("abc", 10, 20))), "abc[]");
  EXPECT_EQ(whole(marked_summary(clip("abc", 2, 1))), "abc[]");
  EXPECT_EQ(whole(marked_summary(clip("αβγ", 1, 3))), "[α]βγ");
  EXPECT_EQ(whole(marked_summary(clip("", 0, 5))), "[]");
}

TEST(MarkedSummary, KeepsWhatIsNearTheKeyword) {
  const std::string long_text =
      std::string(5000, 'a') + " key " + std::string(5000, 'b');
  const MarkedText text = marked_summary(clip(long_text, 5001, 5004), 103);
  EXPECT_EQ(text.keyword, "key");
  EXPECT_EQ(text.before, "…" + std::string(49, 'a') + " ");
  EXPECT_EQ(text.after, " " + std::string(49, 'b') + "…");
}

TEST(CutText, SaysThatSomethingIsMissing) {
  EXPECT_EQ(cut_text("  a\n b ", 100), "a b");
  EXPECT_EQ(cut_text("αβγδ", 7), "αβ…");
  EXPECT_EQ(cut_text(std::string(1'000'000, ' ') + "x", 100), "…");
}

TEST(LinkUrl, IsOfTheWebOrNothing) {
  EXPECT_EQ(link_url("https://example.org/?a=1&b=\"2\""),
            "https://example.org/?a=1&b=\"2\"");
  EXPECT_EQ(link_url("HTTP://example.org/"), "HTTP://example.org/");
  for (const auto* bad : {"", "javascript:x", "data:x", "/relative", "//example.org/",
                          " https://example.org/", "https://example.org/a b",
                          "https://example.org/\nb", "https://example.org/\xff"}) {
    EXPECT_EQ(link_url(bad), "") << bad;
  }
  EXPECT_EQ(link_url("https://example.org/" + std::string(3000, 'a')), "");
}

}  // namespace
}  // namespace curlew::publish
