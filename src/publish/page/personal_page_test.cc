#include "publish/page/personal_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "publish/golden_test.h"
#include "publish/notices_test.h"

namespace curlew::publish {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

PersonalPage page() {
  return {.user = "maria",
          .language = Language::kGreek,
          .time_zone = "Europe/Athens",
          .lists = {{.name = "Ακτοπλοΐα",
                     .atom_url = "https://curlew.example.org/feed/abc.atom",
                     .rss_url = "https://curlew.example.org/feed/abc.rss",
                     .json_url = "https://curlew.example.org/feed/abc.json",
                     .clips = {greek_clip()}},
                    {.name = "Ferries", .clips = {english_clip()}, .clip_count = 1200},
                    {.name = "Empty"}}};
}

TEST(PersonalPage, IsWrittenAsInTheFile) {
  expect_as_in_file(to_html(page()), "page.html");
}

TEST(PersonalPage, MarksTheWordAndLinksSourceAndStoredText) {
  const std::string html = to_html(page());
  EXPECT_THAT(html, HasSubstr("Η <mark>απεργία</mark> των ναυτικών"));
  EXPECT_THAT(html,
              HasSubstr("<a href=\"https://news.example.org/ferry?a=1&amp;b=2\""));
  EXPECT_THAT(html, HasSubstr("<a href=\"https://curlew.example.org/article/88\""));
  EXPECT_THAT(html, HasSubstr("και 1.199 ακόμη"));
  EXPECT_THAT(html, HasSubstr("Κανένα απόκομμα ακόμη."));
  EXPECT_THAT(html, HasSubstr("<html lang=\"el\">"));
}

TEST(PersonalPage, KeepsItsAddressToItself) {
  const std::string html = to_html(page());
  EXPECT_THAT(html, HasSubstr("<meta name=\"referrer\" content=\"no-referrer\">"));
  EXPECT_THAT(html, HasSubstr("noindex"));
}

TEST(PersonalPage, RunsAndLoadsNothing) {
  PersonalPage hostile = page();
  hostile.user = "</title><script>";
  hostile.lists[0].name = "<img src=x onerror=y>";
  hostile.lists[0].atom_url = "javascript:x";
  model::Clip& clip = hostile.lists[0].clips[0].clip;
  clip.title = "<script>alert(1)</script>";
  clip.summary = "<iframe src=//x></iframe>";
  clip.mark_end = 0;
  clip.keyword = "<b onclick=x>";
  clip.url = "javascript:alert(1)";
  const std::string html = to_html(hostile);
  for (const auto* bad : {"<script", "<img", "<iframe", "javascript:", "<b onclick"}) {
    EXPECT_THAT(html, Not(HasSubstr(bad)));
  }
}

}  // namespace
}  // namespace curlew::publish
