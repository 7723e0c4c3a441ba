// Against the cases of the collection `robots`: those that other crawlers' parsers are
// tested with, or our own. docs/robots.md lists the rows in which we differ, and why.

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>

#include "base/corpora_test.h"
#include "fetch/robots.h"

namespace curlew::fetch {
namespace {

namespace json = boost::json;

std::string_view text_of(const json::object& row, std::string_view key) {
  const json::string& text = row.at(key).as_string();
  return {text.data(), text.size()};
}

// As written: some cases are about octets that a parsed address never has.
std::string_view path_of(std::string_view url) {
  if (const auto scheme = url.find("://"); scheme != url.npos) {
    url.remove_prefix(scheme + 3);
    url.remove_prefix(std::min(url.find_first_of("/?#"), url.size()));
  }
  url = url.substr(0, url.find('#'));
  return url.empty() ? "/" : url;
}

TEST(RobotsCorpusTest, EveryRowOnWhichOthersAgreeIsAnsweredAsTheyDo) {
  std::ifstream file(corpus("robots/cases.jsonl"));
  int rows = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    const json::value value = json::parse(line);
    const json::object& row = value.as_object();
    const Robots robots =
        Robots::parse(text_of(row, "robots_txt"), text_of(row, "user_agent"));
    const bool allowed = robots.allows(path_of(text_of(row, "url")));
    const bool is_same = allowed == row.at("allowed").as_bool();
    if (!row.at("agrees").as_bool()) continue;  // RFC 9309 decides: docs/robots.md.
    EXPECT_TRUE(is_same) << line.substr(0, 2000);
  }
  EXPECT_GE(rows, for_corpora(100, 20));
}

}  // namespace
}  // namespace curlew::fetch
