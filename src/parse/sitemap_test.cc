#include "parse/sitemap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parse/date.h"

namespace curlew::parse {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Sitemap, GivesPagesWithTheirTimes) {
  const auto list = parse_sitemap(R"(<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> https://a.example/one?x=1&amp;y=2 </loc>
    <lastmod>2026-03-04T05:06:07Z</lastmod><priority>0.5</priority></url>
  <url><image:image><image:loc>https://a.example/p.png</image:loc></image:image>
    <loc>https://a.example/two</loc><lastmod>yesterday</lastmod></url>
  <url><lastmod>2026-03-04</lastmod></url>
</urlset>)");
  ASSERT_TRUE(list.ok()) << list.error().text;
  EXPECT_THAT(list->pages,
              ElementsAre(SitemapEntry{"https://a.example/one?x=1&y=2", "",
                                       parse_date("2026-03-04T05:06:07Z")},
                          SitemapEntry{"https://a.example/two", "", std::nullopt}));
  EXPECT_THAT(list->sitemaps, IsEmpty());
  EXPECT_FALSE(list->is_cut);
}

TEST(Sitemap, OfNewsGivesHeadlinesAndDates) {
  const auto list = parse_sitemap(R"(<urlset
  xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url>
  <loc>https://a.example/n</loc><news:news>
  <news:publication><news:name>The A</news:name></news:publication>
  <news:publication_date>2026-03-04T00:00:00Z</news:publication_date>
  <news:title>Ferries stay in port &amp; wait</news:title></news:news></url></urlset>)");
  ASSERT_TRUE(list.ok()) << list.error().text;
  EXPECT_THAT(list->pages, ElementsAre(SitemapEntry{
                               "https://a.example/n", "Ferries stay in port & wait",
                               parse_date("2026-03-04T00:00:00Z")}));
}

TEST(Sitemap, AnIndexNamesFurtherLists) {
  const auto list = parse_sitemap(
      "<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc>"
      "<lastmod>2026-03-04</lastmod></sitemap></sitemapindex>");
  ASSERT_TRUE(list.ok());
  EXPECT_THAT(list->pages, IsEmpty());
  ASSERT_THAT(list->sitemaps, SizeIs(1));
  EXPECT_EQ(list->sitemaps[0].url, "https://a.example/1.xml.gz");
}

TEST(Sitemap, MayBeAPlainList) {
  const auto list =
      parse_sitemap("\xEF\xBB\xBFhttps://a.example/1\r\n\nhttps://a.example/2");
  ASSERT_TRUE(list.ok());
  EXPECT_THAT(list->pages, SizeIs(2));
  EXPECT_FALSE(parse_sitemap("Not found").ok());
  EXPECT_FALSE(parse_sitemap("").ok());
  EXPECT_FALSE(parse_sitemap("<html><body>Not found</body></html>").ok());
}

TEST(Sitemap, IsBounded) {
  std::string many = "<urlset>";
  for (int i = 0; i < 20; ++i) many += "<url><loc>https://a.example/</loc></url>";
  many += "<url><loc>https://a.example/" + std::string(3'000, 'x') + "</loc></url>";
  EXPECT_THAT(parse_sitemap(many)->pages, SizeIs(20)) << "an endless address is none";
  EXPECT_TRUE(parse_sitemap(many)->is_cut) << "it is not closed";
  const auto few = parse_sitemap(many, {.entries = 3});
  EXPECT_THAT(few->pages, SizeIs(3));
  EXPECT_TRUE(few->is_cut);
  EXPECT_FALSE(parse_sitemap(many, {.size = 100}).ok());
  std::string deep = "<urlset><url>";
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_TRUE(parse_sitemap(deep).ok());
}

TEST(Sitemap, IsNamedByRobots) {
  EXPECT_THAT(sitemaps_of_robots("User-agent: *\nDisallow: /\n"
                                 "Sitemap: https://a.example/s.xml # all\r\n"
                                 "SITEMAP:https://a.example/n.xml\n"
                                 "sitemap: /relative.xml\n"
                                 "Sitemap: https://a.example/s.xml\n"),
              ElementsAre("https://a.example/s.xml", "https://a.example/n.xml"));
  EXPECT_THAT(sitemaps_of_robots("Sitemap: https://a/1\nSitemap: https://a/2\n", 1),
              SizeIs(1));
}

}  // namespace
}  // namespace curlew::parse
