#include "parse/opml.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/content_of_test.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;

std::string describe(const Result<std::vector<OpmlFeed>>& feeds) {
  if (!feeds.ok()) return feeds.error().text;
  std::string text;
  for (const OpmlFeed& feed : *feeds)
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
     "page", "30m", "paused"},
};

TEST(OpmlTest, WhatIsWrittenIsReadBackUnchangedWithItsFolders) {
  const auto read = parse_opml(write_opml("My <feeds>", kFeeds));
  ASSERT_TRUE(read.ok()) << read.error().text;
  EXPECT_EQ(*read, kFeeds);
  EXPECT_EQ(parse_opml(write_opml("", {}))->size(), 0u);
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
  EXPECT_EQ(parse_opml(list, {.feeds = 20})->size(), 20u);

  std::string deep = "<opml><body>";
  for (int i = 0; i < 100'000; ++i) deep += "<outline text='f'>";
  deep += "<outline xmlUrl='http://deep.example/'/>";
  EXPECT_TRUE(parse_opml(deep)->empty());
}

}  // namespace
}  // namespace curlew::parse
