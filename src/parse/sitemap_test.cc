#include "parse/sitemap.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/content_of_test.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;

std::string describe(const std::optional<Time>& time) {
  return time ? to_iso8601(*time) : "-";
}

std::string describe(const Result<Sitemap>& sitemap) {
  if (!sitemap.ok()) return sitemap.error().text;
  std::string text = sitemap->kind == SitemapKind::kIndex ? "index\n" : "pages\n";
  for (const SitemapEntry& entry : sitemap->entries)
    text += fmt::format("{} | {} | {} | {}\n", entry.url, describe(entry.modified),
                        describe(entry.published), entry.title);
  return text;
}

TEST(SitemapTest, EverySitemapIsReadAsTheFileBesideItSays) {
  int sitemaps = 0;
  for (const auto& entry : fs::directory_iterator(CURLEW_TESTDATA "/sitemaps")) {
    if (entry.path().extension() != ".xml") continue;
    const fs::path expected = fs::path(entry.path()).replace_extension(".expected");
    EXPECT_EQ(describe(parse_sitemap(content_of(entry.path()))), content_of(expected))
        << entry.path();
    ++sitemaps;
  }
  EXPECT_GE(sitemaps, 5);
}

TEST(SitemapTest, OtherDocumentsAreRefused) {
  for (const char* const other :
       {"", "  ", "<", "<html><body>404</body></html>", "<rss/>", "no address", "{}"})
    EXPECT_EQ(parse_sitemap(other).error().kind, ErrorKind::kMalformed) << other;
}

TEST(SitemapTest, SizeCountAndLengthAreBounded) {
  std::string list = "<urlset>";
  for (int i = 0; i < 10; ++i) list += "<url><loc>http://a.example/x</loc></url>";
  EXPECT_EQ(parse_sitemap(list, {.size = 100}).error().kind, ErrorKind::kLimit);
  EXPECT_EQ(parse_sitemap(list, {.entries = 3})->entries.size(), 3u);
  EXPECT_EQ(parse_sitemap(list, {.url_length = 10})->entries.size(), 0u);
  EXPECT_EQ(parse_sitemap("http://a.example/\nhttp://b.example/", {.entries = 1})
                ->entries.size(),
            1u);
}

}  // namespace
}  // namespace curlew::parse
