#include "detect/diff/markup_change.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "detect/diff/view.h"
#include "detect/page/versions_test.h"

namespace curlew::detect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

MarkupChange change_between(const ReadPage& old, const ReadPage& now,
                            std::size_t most = 200) {
  return compare_markup({old.version().document, old.blocks()},
                        {now.version().document, now.blocks()}, most);
}
MarkupChange change_between(const std::string& old, const std::string& now,
                            std::size_t most = 200) {
  return change_between(ReadPage(old), ReadPage(now), most);
}

TEST(MarkupChange, NamesLinksThatCameWentAndLeadElsewhere) {
  const MarkupChange change = change_between(
      "<p>See <a href='/fees'>the fees</a>, <a href='/times'>the times</a>, "
      "<a href='/map'>a map</a>.</p>",
      "<p>See <a href='/fees2027'>the fees</a>, <a href='/times#now'>the times</a>, "
      "<a href='/book'>and book</a>.</p>");
  EXPECT_THAT(change.links, ElementsAre(LinkChange{"the fees", "/fees", "/fees2027"},
                                        LinkChange{"a map", "/map", ""},
                                        LinkChange{"and book", "", "/book"}));
  EXPECT_THAT(change.styles, IsEmpty());
  EXPECT_EQ(to_lines(change),
            "@@ links @@\n"
            "~link ‘the fees’: [-/fees-] {+/fees2027+}\n"
            "-link ‘a map’: /map\n"
            "+link ‘and book’: /book\n");
}

TEST(MarkupChange, CountsTheSameLinkAsOftenAsItIsThere) {
  const std::string once = "<p><a href='/a'>one</a> and two</p>";
  const std::string twice = "<p><a href='/a'>one</a> and <a href='/a'>two</a></p>";
  EXPECT_THAT(change_between(once, twice).links,
              ElementsAre(LinkChange{"two", "", "/a"}));
  EXPECT_THAT(change_between(twice, twice).links, IsEmpty());
}

TEST(MarkupChange, NamesClassesAndStylesThatDiffer) {
  const MarkupChange change = change_between(
      "<main class='wide tall'><p>One</p><p style='color: red'>Two</p></main>",
      "<main class='tall narrow css-1x2y3z9'><p>One</p><p>Two</p></main>");
  EXPECT_THAT(change.styles, ElementsAre(StyleChange{.path = "/html/body/main[1]",
                                                     .classes_before = "wide",
                                                     .classes_after = "narrow"},
                                         StyleChange{.path = "/html/body/main[1]/p[2]",
                                                     .style_before = "color: red"}));
  EXPECT_EQ(to_lines(change),
            "@@ presentation @@\n"
            "~/html/body/main[1]: class [-wide-] {+narrow+}\n"
            "~/html/body/main[1]/p[2]: style [-color: red-]\n");
}

TEST(MarkupChange, KeepsEachOnALineOfItsOwn) {
  EXPECT_EQ(
      to_lines(change_between("<p>See <a href='/a\n+/b'>it</a></p>", "<p>See it</p>")),
      "@@ links @@\n-link ‘it’: /a +/b\n");
}

TEST(MarkupChange, OfAnotherStructureComparesNoElements) {
  EXPECT_THAT(
      change_between("<p class=a>One</p>", "<div><p class=b>One</p></div>").styles,
      IsEmpty());
}

TEST(MarkupChange, ListsNoMoreThanItIsAskedFor) {
  std::string old;
  std::string now;
  for (int i = 0; i < 9; ++i) {
    old += fmt::format("<p class=a{0}><a href='/old/{0}'>link {0}</a></p>", i);
    now += fmt::format("<p class=b{0}><a href='/new/{0}'>link {0}</a></p>", i);
  }
  const MarkupChange change = change_between(old, now, 4);
  EXPECT_EQ(change.links.size(), 4u);
  EXPECT_EQ(change.more_links, 5u);
  EXPECT_EQ(change.styles.size(), 4u);
  EXPECT_EQ(change.more_styles, 5u);
  EXPECT_THAT(to_lines(change), HasSubstr("… and 5 more\n"));
  EXPECT_THAT(to_html(change), HasSubstr("<li>… and 5 more</li>"));
}

TEST(MarkupChange, IsShownWithTheTextInEveryForm) {
  const ReadPage old("<main class=a><p>It is <a href='/x?<b>'>open</a>.</p></main>");
  const ReadPage now("<main class=b><p>It is <a href='/y?<i>'>open</a>.</p></main>");
  const PageView view(old.blocks(), now.blocks(),
                      {.old_name = "monday",
                       .new_name = "tuesday",
                       .markup = change_between(old, now)});
  EXPECT_FALSE(view.has_changes());
  EXPECT_TRUE(view.has_markup_changes());
  EXPECT_EQ(view.to_unified(),
            "--- monday\n+++ tuesday\n@@ links @@\n"
            "~link ‘open’: [-/x?<b>-] {+/y?<i>+}\n@@ presentation @@\n"
            "~/html/body/main[1]: class [-a-] {+b+}\n");
  const std::string html = view.to_html();
  EXPECT_THAT(html, HasSubstr("<del>/x?&lt;b&gt;</del> <ins>/y?&lt;i&gt;</ins>"));
  EXPECT_THAT(html, HasSubstr("class <del>a</del> <ins>b</ins>"));
  EXPECT_THAT(html, Not(HasSubstr("?<b>")));
  const auto json = boost::json::parse(view.to_json());
  EXPECT_EQ(json.at("links").at(0).at("fate").as_string(), "retargeted");
  EXPECT_EQ(json.at("links").at(0).at("new").as_string(), "/y?<i>");
  EXPECT_EQ(json.at("presentation").at(0).at("new_classes").as_string(), "b");
}

}  // namespace
}  // namespace curlew::detect
