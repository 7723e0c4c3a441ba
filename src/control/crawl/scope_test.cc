#include "control/crawl/scope.h"

#include <gtest/gtest.h>

namespace curlew::control {
namespace {

bool is_trap(std::string_view url) { return looks_like_trap(*url::parse_url(url)); }

TEST(CrawlScope, IsTheSitesOfTheSeedsAndThoseThatRulesName) {
  model::Topic topic;
  topic.seeds = {"https://news.sea.example/start"};
  topic.rules.also_domains = {"Harbour.example"};
  topic.rules.excludes = {"*/login*"};
  const CrawlScope scope(topic);
  const auto may = [&](std::string_view url) {
    return scope.may_enter(*url::parse_url(url));
  };
  EXPECT_TRUE(may("http://www.sea.example/a"));
  EXPECT_TRUE(may("https://blog.harbour.example/a"));
  EXPECT_FALSE(may("https://other.example/a"));
  EXPECT_FALSE(may("https://www.sea.example/login?x=1"));
  EXPECT_FALSE(may("https://ann:secret@www.sea.example/a"));
  EXPECT_FALSE(may("ftp://www.sea.example/a"));
  topic.rules.also_domains = {"*"};
  EXPECT_TRUE(CrawlScope(topic).may_enter(*url::parse_url("https://other.example/")));
}

TEST(CrawlScope, LeavesTrapsAlone) {
  EXPECT_FALSE(is_trap("https://sea.example/2026/05/ferries-stay-in-port?page=2"));
  EXPECT_FALSE(is_trap("https://sea.example/news?date=2026-05-04"));
  EXPECT_TRUE(is_trap("https://sea.example/a?PHPSESSID=0123456789abcdef"));
  EXPECT_TRUE(is_trap("https://sea.example/a;jsessionid=12"));
  EXPECT_TRUE(is_trap("https://sea.example/calendar/2031/05"));
  EXPECT_TRUE(is_trap("https://sea.example/calendar.php?month=5&year=2031"));
  EXPECT_TRUE(is_trap("https://sea.example/a/b/a/b/a/b"));
  EXPECT_TRUE(is_trap("https://sea.example/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15"));
  EXPECT_TRUE(is_trap("https://sea.example/?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1"));
  EXPECT_TRUE(is_trap("https://sea.example/" + std::string(1100, 'x')));
}

TEST(CrawlScope, PatternsMatchWholeAddresses) {
  EXPECT_TRUE(matches_pattern("*", ""));
  EXPECT_TRUE(matches_pattern("https://a/*/b*", "https://a/x/y/bc"));
  EXPECT_FALSE(matches_pattern("https://a/*/b", "https://a/x/bc"));
  EXPECT_FALSE(matches_pattern("a", "ab"));
  EXPECT_TRUE(matches_pattern("**a**", "bab"));
}

}  // namespace
}  // namespace curlew::control
