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
          .lists = {{.name = "Ακτοπλοΐα", .feed_token = "f1", .clips = {greek_clip()}},
                    {.name = "Ferries", .clips = {english_clip()}, .clip_count = 1200},
                    {.name = "Empty"}},
          .token = "t1"};
}

TEST(PersonalPage, IsWrittenAsInTheFile) {
  expect_as_in_file(to_html(page()), "page.html");
}

TEST(PersonalPage, MarksTheWordAndLinksSourceAndStoredText) {
  const std::string html = to_html(page());
  EXPECT_THAT(html, HasSubstr("Η <mark>απεργία</mark> των ναυτικών"));
  EXPECT_THAT(html,
              HasSubstr("<a href=\"https://news.example.org/ferry?a=1&amp;b=2\""));
  EXPECT_THAT(html, HasSubstr("<a href=\"t1/articles/88\"")) << "relative";
  EXPECT_THAT(html, HasSubstr("<a href=\"lists/f1.rss\">RSS</a>"));
  EXPECT_THAT(html, HasSubstr("href=\"style.css\""));
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

TEST(PersonalPage, TellsTimesWithTheirZone) {
  PersonalPage one = page();
  EXPECT_THAT(to_html(one), HasSubstr(" UTC+2</time>"));
  one.time_zone = "Asia/Kolkata";
  EXPECT_THAT(to_html(one), HasSubstr(" UTC+5:30</time>"));
  one.time_zone = "UTC";
  EXPECT_THAT(to_html(one), HasSubstr(" UTC</time>"));
}

TEST(PersonalPage, ShowsThirtyClipsOfAListAndSaysHowManyThereAre) {
  PersonalPage one = page();
  one.lists[1].clips.resize(31, english_clip());
  one.lists[1].clip_count = 200;
  EXPECT_THAT(to_html(one), HasSubstr("και 170 ακόμη"));
}

TEST(PersonalPage, SaysWhatToDoWhereThereIsNothing) {
  PersonalPage none = page();
  none.lists.clear();
  EXPECT_THAT(to_html(none), HasSubstr("curlew watch add"));
}

TEST(PersonalPages, SpeakTheLanguageOfTheirUserAndLinkToNothingButHisPage) {
  const StoredTextPage text{.language = Language::kGreek,
                            .title = "<b>Τίτλος</b>",
                            .source = "Νέα",
                            .url = "https://nea.example.gr/1",
                            .time = {},
                            .body_html = "<p>Κείμενο</p>\n",
                            .page_token = "t1",
                            .path = "/mine/t1/articles/5"};
  const std::string stored = to_html(text);
  EXPECT_THAT(stored, HasSubstr("<a href=\"../../t1\">Όλα τα αποκόμματά σας</a>"));
  EXPECT_THAT(stored, HasSubstr("&lt;b&gt;Τίτλος"));
  const std::string stop =
      stop_html(Language::kGreek, "/mine/stop/7-x", "<i>Λιμάνια</i>");
  EXPECT_THAT(stop, HasSubstr("<button>Διακοπή</button>"));
  EXPECT_THAT(stop, Not(HasSubstr("<i>")));
  const std::string message = message_html(Language::kGreek, "/mine/x", "α", "β");
  for (const std::string& html : {stored, stop, message}) {
    EXPECT_THAT(html, HasSubstr("<html lang=\"el\">"));
    EXPECT_THAT(html, HasSubstr("noindex"));
    EXPECT_THAT(html, HasSubstr("style.css"));
    EXPECT_THAT(html, Not(HasSubstr("href=\"/")));
  }
}

}  // namespace
}  // namespace curlew::publish
