#include "parse/date.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>

#include "base/corpora_test.h"

namespace curlew::parse {
namespace {

namespace fs = std::filesystem;

std::string date_of(std::string_view text) {
  const auto time = parse_date(text);
  return time ? to_iso8601(*time) : "none";
}

// Each line of a case file: the string, " => ", the instant or "none".
void check_case_file(const fs::path& path) {
  std::ifstream file(path);
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t arrow = line.find(" => ");
    ASSERT_NE(arrow, line.npos) << path << ": " << line;
    EXPECT_EQ(date_of(line.substr(0, arrow)), line.substr(arrow + 4)) << line;
    ++cases;
  }
  EXPECT_GT(cases, 0) << path;
}

TEST(DateTest, EveryDialectIsReadAsItsCaseFileSays) {
  for (const auto& entry : fs::directory_iterator(CURLEW_TESTDATA "/dates"))
    check_case_file(entry.path());
}

TEST(DateTest, FractionsOfASecondAreKeptToTheMillisecond) {
  EXPECT_EQ(to_unix_ms(*parse_date("1970-01-01T00:00:01.2345Z")), 1234);
  EXPECT_EQ(to_unix_ms(*parse_date("Thu, 01 Jan 1970 00:00:01.5 GMT")), 1500);
}

TEST(DateTest, WhiteSpaceAroundADateMeansNothing) {
  EXPECT_EQ(date_of("\n\t 1994-11-06T08:49:37Z \r\n"), "1994-11-06T08:49:37Z");
  EXPECT_EQ(date_of("Sun,\u00A006\u00A0Nov\u00A01994"), "1994-11-06T00:00:00Z");
}

TEST(DateTest, NothingAndVeryLongStringsAreNoDates) {
  EXPECT_EQ(date_of(""), "none");
  EXPECT_EQ(date_of(" \n"), "none");
  EXPECT_EQ(date_of(std::string(100'000, '1')), "none");
}

TEST(DateTest, HoweverMuchStandsBehindADateItIsRead) {
  EXPECT_EQ(date_of("6 Nov 1994 08:49:37 GMT " + std::string(100'000, 'x')),
            "1994-11-06T08:49:37Z");
  EXPECT_EQ(date_of("6 Nov 1994" + std::string(100'000, ' ') + "x"),
            "1994-11-06T00:00:00Z");
}

TEST(DateTest, AWordOfAccentsAloneIsNoWord) {
  EXPECT_EQ(date_of("6 \u0301 1994"), "none");
  EXPECT_EQ(date_of("6 Nov 1994 \u0301"), "1994-11-06T00:00:00Z");
}

// Against the strings of the collection `dates`: those of real feeds, or our own.
TEST(DateCorpusTest, EveryRowIsReadAsStated) {
  std::ifstream file(corpus("dates/cases.jsonl"));
  int rows = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    const auto row = boost::json::parse(line).as_object();
    const boost::json::value& iso = row.at("iso");
    const std::string expected = iso.is_null() ? "none" : iso.as_string().c_str();
    const std::string actual = date_of(row.at("input").as_string());
    if (expected == "*parses*")
      EXPECT_NE(actual, "none") << line;
    else
      EXPECT_EQ(actual, expected) << line;
  }
  EXPECT_GE(rows, for_corpora(30, 15));
}

}  // namespace
}  // namespace curlew::parse
