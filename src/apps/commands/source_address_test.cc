#include "apps/commands/source_address.h"

#include <gtest/gtest.h>

namespace curlew::apps {
namespace {

std::string url_of(std::string_view typed) {
  const auto address = parse_source_address(typed);
  return address ? address->url : address.error().text;
}

TEST(SourceAddress, IsWrittenInOneWay) {
  EXPECT_EQ(url_of("HTTP://Example.ORG:80/a b"), "http://example.org/a%20b");
  EXPECT_EQ(url_of("https://example.org/feed?x=1#top"), "https://example.org/feed?x=1");
  EXPECT_EQ(url_of("https://example.org:8443"), "https://example.org:8443/");
}

TEST(SourceAddress, IsTakenAsHttpsWhenNoSchemeIsTyped) {
  EXPECT_EQ(url_of("example.org/feed"), "https://example.org/feed");
  EXPECT_EQ(url_of("localhost:8080/feed"), "https://localhost:8080/feed");
}

TEST(SourceAddress, GivesUpItsCredentials) {
  const auto address = parse_source_address("https://ann:p%40ss@example.org/feed");
  ASSERT_TRUE(address.ok());
  EXPECT_EQ(address->url, "https://example.org/feed");
  EXPECT_EQ(address->basic_credentials, "ann:p@ss");
}

TEST(SourceAddress, IsRefusedByName) {
  EXPECT_EQ(url_of("ftp://example.org/"),
            "ftp://example.org/: only http and https can be watched");
  EXPECT_EQ(url_of("file:///etc/passwd"),
            "file:///etc/passwd: only http and https can be watched");
  EXPECT_EQ(url_of("javascript:alert(1)"), "javascript:alert(1): not an address");
  EXPECT_EQ(url_of("http://["), "http://[: not an address");
  EXPECT_EQ(url_of("  "), "'': an address is needed");
  EXPECT_EQ(url_of("notaurl"),
            "notaurl: not an address: it has no dot; if it is a host of yours, type "
            "http:// before it");
  EXPECT_EQ(url_of("http://intranet/"), "http://intranet/");
  EXPECT_EQ(url_of("localhost"), "https://localhost/");
}

}  // namespace
}  // namespace curlew::apps
