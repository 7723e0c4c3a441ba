#include "detect/diff/view.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string many(std::string_view word) {
  std::string html;
  for (int i = 0; i < 9; ++i) html += fmt::format("<p>{} line {}</p>", word, i);
  return html;
}

const ReadPage& old_page() {
  static const ReadPage page(many("first") +
                             "<h2>Fees</h2><p>It costs four crowns.</p>" +
                             many("last") + "<p>Tickets are sold on board.</p>");
  return page;
}

const ReadPage& new_page() {
  static const ReadPage page("<p>Tickets are sold on board.</p>" + many("first") +
                             "<h2>Fees</h2><p>It costs five crowns.</p><p>New & <i>bold"
                             "</i> &lt;script></p>" +
                             many("last"));
  return page;
}

PageView view() {
  return {old_page().blocks(),
          new_page().blocks(),
          {.old_name = "monday", .new_name = "<tuesday>", .context = 1}};
}

TEST(PageView, IsReadAsUnifiedText) {
  EXPECT_EQ(view().to_unified(),
            "--- monday\n+++ <tuesday>\n"
            "@@ -1 +1 @@ \n"
            "~Tickets are sold on board.\n"
            " first line 0\n"
            "@@ -10 +11 @@ \n"
            " Fees\n"
            "-It costs [-four-] crowns.\n"
            "+It costs {+five+} crowns.\n"
            "+New & bold <script>\n"
            " last line 0\n");
}

TEST(PageView, IsReadAsJson) {
  const boost::json::value json = boost::json::parse(view().to_json());
  const boost::json::array& blocks = json.at("blocks").as_array();
  ASSERT_EQ(blocks.size(), 6);
  EXPECT_EQ(blocks[0].at("fate").as_string(), "moved");
  EXPECT_EQ(blocks[0].at("from").as_int64(), 21) << "it was the last one";
  EXPECT_EQ(blocks[0].at("to").as_int64(), 1);
  EXPECT_EQ(blocks[3].at("fate").as_string(), "rewritten");
  EXPECT_EQ(blocks[3].at("words").as_array().size(), 4);
  EXPECT_EQ(blocks[4].at("new").as_string(), "New & bold <script>");
  EXPECT_FALSE(blocks[4].as_object().contains("old"));
}

TEST(PageView, IsAnHtmlPageThatRunsNothing) {
  const std::string html = view().to_html();
  EXPECT_THAT(html, HasSubstr("It costs <del>four</del> crowns."));
  EXPECT_THAT(html, HasSubstr("It costs <ins>five</ins> crowns."));
  EXPECT_THAT(html, HasSubstr("New &amp; bold &lt;script&gt;"));
  EXPECT_THAT(html, HasSubstr("&lt;tuesday&gt;"));
  EXPECT_THAT(html, HasSubstr("<tr class=\"moved\">"));
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("last line 5")));
}

TEST(PageView, MarksOnlyWhatIsNoNoise) {
  const ReadPage old(
      "<p>It is 12:04:33</p><p>Seen 7 times</p><p>It costs four "
      "crowns.</p><p>Paid on board.</p>");
  const ReadPage now(
      "<p>It is 12:05:10</p><p>Seen 8 times</p><p>It costs five "
      "crowns.</p><p>Paid on board.</p>");
  const PageView view(old.blocks(), now.blocks(), {.noise = {true, true}});
  EXPECT_EQ(view.to_unified(),
            "--- old\n+++ new\n@@ -1 +1 @@ \n"
            "·2 parts that change without a change\n"
            "-It costs [-four-] crowns.\n+It costs {+five+} crowns.\n"
            " Paid on board.\n");
  const std::string html = view.to_html();
  EXPECT_THAT(html, HasSubstr("<tr class=\"noise\"><td>It is 12:04:33</td>"));
  EXPECT_THAT(html, HasSubstr("<ins>five</ins>"));
  EXPECT_THAT(html, Not(HasSubstr("<ins>12")));
  EXPECT_THAT(view.to_json(), HasSubstr("\"noise\":true"));
  const PageView quiet(old.blocks(), now.blocks(), {.noise = {true, true, true}});
  EXPECT_FALSE(quiet.has_changes());
  EXPECT_TRUE(quiet.has_noise());
  EXPECT_EQ(quiet.to_unified(), "");
}

TEST(PageView, SaysWhenTheRestIsLeftOut) {
  const PageView cut(old_page().blocks(), new_page().blocks(), {.max_blocks = 3});
  EXPECT_EQ(cut.blocks().size(), 3);
  EXPECT_THAT(cut.to_unified(), HasSubstr("the rest is left out"));
  EXPECT_THAT(cut.to_html(), HasSubstr("the rest is left out"));
}

TEST(PageView, ShowsAChangeFarDownALongPage) {
  std::string old, now;
  for (int i = 0; i < 300; ++i) {
    old += fmt::format("<p>Paragraph {} of many.</p>", i);
    now += fmt::format("<p>Paragraph {} of {}.</p>", i, i == 290 ? "few" : "many");
  }
  const PageView long_view(ReadPage(old).blocks(), ReadPage(now).blocks(),
                           {.max_blocks = 20});
  EXPECT_TRUE(long_view.has_changes());
  EXPECT_FALSE(long_view.is_cut());
  EXPECT_THAT(long_view.to_unified(), HasSubstr("@@ -288 +288 @@"));
  EXPECT_THAT(long_view.to_json(), HasSubstr("\"block\":290"));
}

TEST(PageView, IsEmptyWhereNothingDiffers) {
  const PageView same(old_page().blocks(), old_page().blocks());
  EXPECT_FALSE(same.has_changes());
  EXPECT_EQ(same.to_unified(), "");
}

}  // namespace
}  // namespace curlew::detect
