#include "api/article_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew::api {
namespace {

using testing::ElementsAre;

service::ArticleDetail read_page(std::string text, std::string article) {
  service::ArticleDetail detail;
  detail.feed.content = "<p>Of the feed.</p>";
  model::PageContent& content = detail.content.emplace();
  content.text = std::move(text);
  content.parts.article = std::move(article);
  return detail;
}

TEST(ShownText, IsWhatThePageSaysWithItsListsQuotesAndLinks) {
  const auto detail = read_page(
      "One.\nTwo.",
      "<ul><li>One.</li></ul><blockquote><p><a href=\"https://a.example/\">Two</a>."
      "</p></blockquote>");
  EXPECT_EQ(shown_text(detail, text_origin(detail)).html,
            "<ul><li>One.</li></ul><blockquote><p><a href=\"https://a.example/\" "
            "rel=\"noopener noreferrer\">Two</a>.</p></blockquote>");
}

TEST(ShownText, IsMadeSafeWhateverWasStored) {
  const auto detail = read_page(
      "One.",
      "<p onclick=x()>One.<script>x()</script><a href=javascript:x()>a</a><img src=x "
      "onerror=x()><svg onload=x()></svg><iframe srcdoc='<script>x()'></iframe><form "
      "action=javascript:x()><input name=b></form><math><style><img src=x "
      "onerror=x()></style></math>\xff\x1b");
  EXPECT_EQ(shown_text(detail, TextOrigin::kPage, PictureLinks::kNumbered).html,
            "<p>One.a</p><div></div>\xEF\xBF\xBD");
}

TEST(ShownText, NumbersPicturesAndNamesWhatCanBePlayed) {
  const auto detail =
      read_page("One.",
                "<p>One.</p><img src=\"https://a.example/a.png\" alt=\"A\"><audio "
                "src=\"https://a.example/b.mp3\"></audio>");
  const ShownText shown =
      shown_text(detail, TextOrigin::kPage, PictureLinks::kNumbered);
  EXPECT_EQ(shown.html,
            "<p>One.</p><a href=\"https://a.example/a.png\" rel=\"noopener noreferrer\""
            " data-picture=\"0\">[A]</a> <a href=\"https://a.example/b.mp3\" "
            "rel=\"noopener noreferrer\" data-media=\"audio\">[sound]</a> ");
  EXPECT_THAT(shown.pictures, ElementsAre("https://a.example/a.png"));
  EXPECT_EQ(shown_text(detail, TextOrigin::kPage).html.find("data-"),
            std::string::npos);
}

TEST(ShownText, OfAPageThatAnEarlierReleaseReadIsHeadingsAndParagraphs) {
  auto detail = read_page("Storks\nOne <b>.", "");
  detail.content->parts.blocks = {{.text = "Storks\nOne <b>.", .heading = "Storks"}};
  EXPECT_EQ(shown_text(detail, text_origin(detail)).html,
            "<h3>Storks</h3>\n<p>One &lt;b&gt;.</p>\n");
}

TEST(ShownText, IsTheFeedsWhereThePageHasNone) {
  const auto detail = read_page("", "");
  EXPECT_EQ(shown_text(detail, text_origin(detail)).html, "<p>Of the feed.</p>");
  EXPECT_EQ(shown_text(service::ArticleDetail(), TextOrigin::kNone).html, "");
}

}  // namespace
}  // namespace curlew::api
