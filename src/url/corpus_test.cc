// Against the WHATWG cases of web-platform-tests, where this machine has them.

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>

#include "base/corpora_test.h"
#include "url/url.h"

namespace curlew::url {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

const fs::path kCases = corpus("url/cases.jsonl");

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
  std::ifstream file(kCases);
  if (!file) GTEST_SKIP() << "no corpus at " << kCases << "; set CURLEW_CORPORA";
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    // Rows with lone surrogates, which are no UTF-8, are read by `lab url` alone.
    boost::system::error_code error;
    const json::value row = json::parse(line, error);
    if (error) continue;
    ++rows;
    EXPECT_TRUE(is_right(row.as_object())) << line;
  }
  EXPECT_GT(rows, 100);
}

}  // namespace
}  // namespace curlew::url
