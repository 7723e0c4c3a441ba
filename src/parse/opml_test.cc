#include "parse/opml.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/content_of_test.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;

std::string describe(const Result<OpmlList>& list) {
  if (!list.ok()) return list.error().text;
  std::string text;
  for (const OpmlFeed& feed : list->feeds)
    text += fmt::format("{} | {} | {} | {}\n", feed.url, feed.title, feed.site_url,
                        feed.folder);
  return text;
}

TEST(OpmlTest, EveryListIsReadAsTheFileBesideItSays) {
  int lists = 0;
  for (const auto& entry : fs::directory_iterator(CURLEW_TESTDATA "/opml")) {
    if (entry.path().extension() != ".opml") continue;
    const fs::path expected = fs::path(entry.path()).replace_extension(".expected");
    EXPECT_EQ(describe(parse_opml(content_of(entry.path()))), content_of(expected))
        << entry.path();
    ++lists;
  }
  EXPECT_GE(lists, 4);
}

const std::vector<OpmlFeed> kFeeds = {
    {"http://a.example/?x=1&y=2", "Loose", "http://a.example/", ""},
    {"http://b.example/", "", "", "News"},
    {"http://c.example/", "\"Quotes\" & <tags> 'too'", "", "News/Greece & Cyprus"},
    {"http://d.example/", "Τίτλος\twith\nlines", "", "News/Greece & Cyprus"},
    {"http://e.example/", " spaces ", "", "News/Other"},
    {"http://f.example/", "Deep", "", "A/B/C/D"},
    {"http://g.example/", "Back again", "", "News"},
    {"http://g.example/", "Twice", "", ""},
    {"http://h.example/7.atom", "Page", "http://h.example/", "", "http://h.example/",
     "page", "30m", "paused", "changes: 1\npart: a\\.b > \"c\"\n", "capture", "dyn"},
};

TEST(OpmlTest, WhatIsWrittenIsReadBackUnchangedWithItsFolders) {
  const auto read = parse_opml(write_opml("My <feeds>", kFeeds));
  ASSERT_TRUE(read.ok()) << read.error().text;
  EXPECT_EQ(read->feeds, kFeeds);
  EXPECT_EQ(parse_opml(write_opml("", {}))->feeds.size(), 0u);
}

TEST(OpmlTest, WhatIsWrittenIsOpml2) {
  EXPECT_EQ(write_opml("T", {kFeeds[1]}),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\""
            " xmlns:curlew=\"urn:curlew:subscriptions\">\n"
            "  <head>\n    <title>T</title>\n  </head>\n  <body>\n"
            "    <outline text=\"News\">\n"
            "      <outline type=\"rss\" text=\"http://b.example/\" "
            "xmlUrl=\"http://b.example/\"/>\n"
            "    </outline>\n  </body>\n</opml>\n");
}

TEST(OpmlTest, WhatNamesNoFeedIsCountedUnlessItIsAFolder) {
  const auto list = parse_opml(
      "<opml><body><outline text='empty' xmlUrl=''/><outline text='site' htmlUrl='x'/>"
      "<outline text='l' type='link' url='x'/><outline type='include' url='x'/>"
      "<outline text='Folder'/><outline text='Site' htmlUrl='x'>"
      "<outline xmlUrl='http://a.example/'/></outline></body></opml>");
  ASSERT_TRUE(list.ok());
  EXPECT_EQ(list->feeds.size(), 1u);
  EXPECT_EQ(list->skipped, 4u);
  EXPECT_FALSE(list->is_cut);
}

TEST(OpmlTest, AnEndThatComesTooEarlyIsTold) {
  const std::string whole = write_opml("T", {kFeeds[0], kFeeds[1]});
  EXPECT_FALSE(parse_opml(whole)->is_cut);
  const auto cut = parse_opml(whole.substr(0, whole.find("http://b") + 3));
  ASSERT_TRUE(cut.ok());
  EXPECT_TRUE(cut->is_cut);
  ASSERT_EQ(cut->feeds.size(), 1u);
  EXPECT_EQ(cut->feeds[0], kFeeds[0]);
}

TEST(OpmlTest, OtherDocumentsAreRefused) {
  EXPECT_EQ(parse_opml("").error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(parse_opml("<rss><channel/></rss>").error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(parse_opml("<html><body><p>x</body></html>").error().kind,
            ErrorKind::kMalformed);
}

TEST(OpmlTest, SizeCountAndDepthAreBounded) {
  std::string list = "<opml><body>";
  for (int i = 0; i < 20; ++i) list += "<outline xmlUrl='http://x.example/'/>";
  EXPECT_EQ(parse_opml(list, {.size = 100}).error().kind, ErrorKind::kLimit);
  EXPECT_EQ(parse_opml(list, {.feeds = 19}).error().kind, ErrorKind::kLimit);
  EXPECT_EQ(parse_opml(list, {.feeds = 20})->feeds.size(), 20u);

  std::string deep = "<opml><body>";
  for (int i = 0; i < 100'000; ++i) deep += "<outline text='f'>";
  deep += "<outline xmlUrl='http://deep.example/'/>";
  EXPECT_TRUE(parse_opml(deep)->feeds.empty());
  EXPECT_TRUE(parse_opml(deep)->is_cut);
  for (int i = 0; i < 100'000; ++i) deep += "</outline>";
  EXPECT_EQ(parse_opml(deep + "</body></opml>").error().text,
            "OPML: its outlines are nested deeper than 64");
}

}  // namespace
}  // namespace curlew::parse
