#include "control/crawl/scope.h"

#include <gtest/gtest.h>

namespace curlew::control {
namespace {

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
  EXPECT_FALSE(may("https://www.sea.example/a/b/a/b/a/b/a/b")) << "a trap";
  topic.rules.also_domains = {"*"};
  EXPECT_TRUE(CrawlScope(topic).may_enter(*url::parse_url("https://other.example/")));
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
