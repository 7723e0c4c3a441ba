// Against the WHATWG cases of web-platform-tests and the addresses of real feeds, or
// against our own.

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>

#include "base/content_of_test.h"
#include "base/corpora_test.h"
#include "url/plain_http_test.h"
#include "url/url.h"

namespace curlew::url {
namespace {

namespace json = boost::json;

std::string text_or_empty(const json::object& row, std::string_view key) {
  const auto* const value = row.if_contains(key);
  return value && value->is_string() ? std::string(value->get_string()) : "";
}

bool is_right(const json::object& row) {
  const std::string base_text = text_or_empty(row, "base");
  const Result<Url> base = parse_url(base_text);
  if (!base_text.empty() && !base.ok()) return row.contains("failure");
  const auto url =
      parse_url(text_or_empty(row, "input"), base_text.empty() ? nullptr : &*base);
  return url.ok() ? url->href() == text_or_empty(row, "href") : row.contains("failure");
}

TEST(UrlCorpusTest, EveryRowIsParsedAsTheStandardDemands) {
  std::ifstream file(corpus("url/cases.jsonl"));
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    // Rows with lone surrogates, which are no UTF-8, are read by `lab url` alone.
    boost::system::error_code error;
    const json::value row = json::parse(line, error);
    if (error) continue;
    ++rows;
    EXPECT_TRUE(is_right(row.as_object())) << line;
    const Result<Url> base = parse_url(text_or_empty(row.as_object(), "base"));
    expect_same_by_short_cut(text_or_empty(row.as_object(), "input"),
                             base.ok() ? &*base : nullptr);
  }
  EXPECT_GE(rows, for_corpora(100, 29));
}

// Whatever stands between quotes, tags and white space may be an address, and if it is
// none, it is a better test.
int compare_words(std::string_view feed, const Url& base) {
  constexpr std::string_view kEnds = "\"'<>= \t\r\n";
  int compared = 0;
  for (std::size_t at = 0; at < feed.size();) {
    const std::size_t end = std::min(feed.find_first_of(kEnds, at), feed.size());
    const std::string_view word = feed.substr(at, end - at);
    if (word.find('/') != word.npos) {
      expect_same_by_short_cut(word, nullptr);
      expect_same_by_short_cut(word, &base);
      ++compared;
    }
    at = end + 1;
  }
  return compared;
}

TEST(UrlCorpusTest, TheShortCutAgreesOnEveryAddressInFeeds) {
  const Url base = *parse_url("https://example.org/a/b?c");
  int compared = 0;
  for (const char* const folder : {"feeds/files", "feeds-real/files"}) {
    for (const auto& file : std::filesystem::directory_iterator(corpus(folder)))
      compared += compare_words(content_of(file.path()), base);
  }
  EXPECT_GE(compared, for_corpora(50'000, 100));
}

}  // namespace
}  // namespace curlew::url
