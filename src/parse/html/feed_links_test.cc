#include "parse/html/feed_links.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>

#include "base/content_of_test.h"
#include "base/corpora_test.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;

std::string describe(const std::vector<FeedLink>& feeds) {
  std::string text;
  for (const FeedLink& feed : feeds)
    text += fmt::format("feed: {} {} {}\n", feed.type, feed.url, feed.title);
  return text;
}

std::string feeds_of(std::string_view html,
                     std::string_view content_type = "text/html") {
  return describe(find_feed_links(html, "http://example.org/a/b", content_type));
}

TEST(FeedLinksTest, EveryPageIsReadAsTheFileBesideItSays) {
  int pages = 0;
  for (const auto& entry : fs::directory_iterator(CURLEW_TESTDATA "/links")) {
    if (entry.path().extension() != ".html") continue;
    const fs::path expected = fs::path(entry.path()).replace_extension(".expected");
    EXPECT_EQ(feeds_of(content_of(entry.path())), content_of(expected)) << entry.path();
    ++pages;
  }
  EXPECT_GT(pages, 5);
}

TEST(FeedLinksTest, TheHeadersCharsetIsBelieved) {
  EXPECT_EQ(feeds_of("<link rel=feed href=/f title=\xC5\xEB\xEB\xDC\xE4\xE1>",
                     "text/html; charset=iso-8859-7"),
            "feed: rss http://example.org/f Ελλάδα\n");
}

TEST(FeedLinksTest, NothingNamesNone) {
  EXPECT_EQ(feeds_of(""), "");
  EXPECT_EQ(feeds_of("\xFF\xFE"), "");
  EXPECT_EQ(feeds_of(std::string(100, '\0')), "");
}

TEST(FeedLinksTest, DeepNestingEndsAndKeepsTheHead) {
  std::string page = "<link rel=feed href=/f title=Deep>";
  for (int i = 0; i < 200'000; ++i) page += "<div>";
  EXPECT_EQ(feeds_of(page), "feed: rss http://example.org/f Deep\n");
}

TEST(FeedLinksTest, AreBoundedInNumber) {
  std::string page;
  for (int i = 0; i < 1000; ++i)
    page += fmt::format("<link rel=alternate type=application/rss+xml href=/{}>", i);
  EXPECT_EQ(find_feed_links(page, "http://example.org/", "").size(), 100u);
}

TEST(LooksLikeHtmlTest, PagesAreToldFromFeeds) {
  for (const char* const page :
       {"<!DOCTYPE html>", "  <html lang=en>", "<HTML>", "<!doctype HTML PUBLIC x>",
        "<!-- a --><!-- b -->\n<head>", "<?xml version='1.0'?><!DOCTYPE html PUBLIC x>",
        "\xEF\xBB\xBF<html >", "<body class=x>", "<meta charset=utf-8>"})
    EXPECT_TRUE(looks_like_html(page)) << page;
  for (const char* const other :
       {"", "<", "<rss version='2.0'>", "<?xml version='1.0'?><feed xmlns='x'>",
        "<!-- <html> --><rss>", "<!-- open", "{\"html\":1}", "html", "<htmlx>",
        "<author>", "<?xml version='1.0'?><!DOCTYPE rss SYSTEM 'x'><rss>"})
    EXPECT_FALSE(looks_like_html(other)) << other;
  EXPECT_TRUE(looks_like_html(std::string_view("\xFF\xFE<\0h\0t\0m\0l\0>\0", 14)));
}

bool is_as_stated(const std::vector<FeedLink>& feeds, const boost::json::object& row) {
  const boost::json::array& expected = row.at("feeds").as_array();
  if (std::int64_t(feeds.size()) != row.at("count").as_int64()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const boost::json::object& feed = expected[i].as_object();
    const FeedLink wanted{std::string(feed.at("url").as_string()),
                          std::string(feed.at("title").as_string()),
                          std::string(feed.at("type").as_string())};
    if (feeds[i] != wanted) return false;
  }
  return true;
}

// Against the collection `autodiscovery`: pages of other projects' tests, or our own.
TEST(AutodiscoveryCorpusTest, EveryFeedIsFound) {
  std::ifstream file(corpus("autodiscovery/cases.jsonl"));
  int rows = 0;
  for (std::string text; std::getline(file, text); ++rows) {
    const auto row = boost::json::parse(text).as_object();
    const auto feeds =
        find_feed_links(row.at("html").as_string(), row.at("base").as_string(), "");
    EXPECT_TRUE(is_as_stated(feeds, row)) << text << "\n" << describe(feeds);
  }
  EXPECT_GE(rows, for_corpora(5, 6));
}

}  // namespace
}  // namespace curlew::parse
