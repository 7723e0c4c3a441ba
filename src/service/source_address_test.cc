#include "service/source_address.h"

#include <gtest/gtest.h>

namespace curlew::service {
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

TEST(SourceAddress, OfAHostIsOneWithAndWithoutTheRoot) {
  EXPECT_EQ(url_of("EXAMPLE.org."), "https://example.org/");
  EXPECT_EQ(url_of("http://example.org.:8080/a?b"), "http://example.org:8080/a?b");
}

TEST(SourceAddress, OfAQueryHasItInTheWayOfTheSparqlProtocol) {
  EXPECT_EQ(*sparql_address("https://d.example/sparql", " SELECT * { ?s ?p 'a&b' }\n"),
            "https://d.example/sparql?query=SELECT+*+%7B+?s+?p+%27a%26b%27+%7D");
  EXPECT_EQ(*sparql_address("d.example/q?default=1#x", "ASK{}"),
            "d.example/q?default=1&query=ASK%7B%7D");
  const auto longer = sparql_address("d.example/q", std::string(3'000, 'x'));
  ASSERT_FALSE(longer.ok());
  EXPECT_NE(longer.error().text.find("3018 bytes, and 2000 are the most"),
            std::string::npos)
      << longer.error().text;
  EXPECT_FALSE(sparql_address("ftp://d.example/q", "ASK{}").ok());
  EXPECT_FALSE(sparql_address("d.example", "  ").ok());
}

TEST(SourceAddress, OfAFeedReaderIsHttp) {
  EXPECT_EQ(url_of("feed://example.org/rss"), "http://example.org/rss");
  EXPECT_EQ(url_of("feed:https://example.org/rss"), "https://example.org/rss");
}

TEST(SourceAddress, OfANumberedMachineWithAPortIsHttp) {
  EXPECT_EQ(url_of("127.0.0.10:18080"), "http://127.0.0.10:18080/");
  EXPECT_EQ(url_of("[::1]:8080/feed"), "http://[::1]:8080/feed");
  EXPECT_EQ(url_of("192.0.2.1/feed"), "https://192.0.2.1/feed");
  EXPECT_EQ(url_of("example.org:8443"), "https://example.org:8443/");
}

TEST(SourceAddress, IsNotMadeOfOtherThings) {
  EXPECT_EQ(
      url_of("foo@bar.example"),
      "***@bar.example: a mail address, not that of a feed; if it is a login and a "
      "host, type https:// before it");
  EXPECT_EQ(url_of("ann:x@bar.example"), "https://bar.example/");
  EXPECT_EQ(url_of("1.5"), "1.5: not an address: a number is not the name of a host");
  EXPECT_EQ(url_of("news.html"),
            "news.html: the name of a file, not of a host; curlew import reads "
            "subscription lists");
  EXPECT_EQ(url_of("example.org/news.html"), "https://example.org/news.html");
}

TEST(SourceAddress, GivesUpItsCredentials) {
  const auto address = parse_source_address("https://ann:p%40ss@example.org/feed");
  ASSERT_TRUE(address.ok());
  EXPECT_EQ(address->url, "https://example.org/feed");
  EXPECT_EQ(address->basic_credentials, "ann:p@ss");
}

TEST(SourceAddress, IsRefusedByName) {
  EXPECT_EQ(url_of("ftp://example.org/"),
            "ftp://example.org/: only addresses of http and https can be watched");
  EXPECT_EQ(url_of("file:///etc/passwd"),
            "file:///etc/passwd: only addresses of http and https can be watched");
  for (const char* typed : {"javascript:alert(1)", "mailto:a", "Data:text,x",
                            "about:blank", "chrome://settings", "tel:+30"}) {
    EXPECT_EQ(url_of(typed),
              std::string(typed) + ": only addresses of http and https can be watched");
  }
  EXPECT_EQ(url_of("http://["), "http://[: not an address");
  EXPECT_EQ(url_of("  "), "'': an address is needed");
  EXPECT_EQ(url_of("notaurl"),
            "notaurl: not an address: it has no dot; if it is a host of yours, type "
            "http:// before it");
  EXPECT_EQ(url_of("http://intranet/"), "http://intranet/");
  EXPECT_EQ(url_of("localhost"), "https://localhost/");
}

TEST(Folders, AreNamedBySomethingBetweenTheSlashes) {
  EXPECT_EQ(*to_folder("News/"), "News");
  EXPECT_EQ(*to_folder(""), "");
  EXPECT_EQ(to_folder("/").error().kind, ErrorKind::kUsage);
  EXPECT_EQ(to_folder(std::string(1025, 'f')).error().text,
            "--folder: longer than 1024 bytes");
}

TEST(SourceNumber, IsANumberAndNothingElse) {
  EXPECT_EQ(parse_source_number("28"), model::SourceId{28});
  EXPECT_EQ(parse_source_number("#28"), model::SourceId{28});
  EXPECT_EQ(parse_source_number("28.example"), std::nullopt);
  EXPECT_EQ(parse_source_number("#"), std::nullopt);
}

}  // namespace
}  // namespace curlew::service
