#include "url/url.h"

#include <gtest/gtest.h>

#include <fstream>

#include "url/plain_http_test.h"

namespace curlew::url {
namespace {

struct Case {
  std::string line, input, base, href;
};

// \\, \t, \n and \xNN, as in C++.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
    } else if (text[++i] == 'x') {
      out +=
          static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      out += text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : text[i];
    }
  }
  return out;
}

std::vector<Case> read_cases() {
  std::ifstream file(CURLEW_TESTDATA "/addresses.txt");
  EXPECT_TRUE(file.is_open());
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with("# ")) continue;
    const auto arrow = line.find(" => ");
    std::string input = line.substr(0, arrow), base;
    if (const auto on = input.find(" on "); on != input.npos) {
      base = input.substr(on + 4);
      input.resize(on);
    }
    cases.push_back({line, unescaped(input), base, line.substr(arrow + 4)});
  }
  return cases;
}

Url parsed(std::string_view input) {
  auto url = parse_url(input);
  EXPECT_TRUE(url.ok()) << input;
  return url.ok() ? *url : Url();
}

std::string href_or_failure(const Result<Url>& url) {
  return url.ok() ? std::string(url->href()) : "failure";
}

TEST(UrlTest, EveryAddressInTheTestDataIsReadAsTheStandardDemands) {
  for (const Case& c : read_cases()) {
    const Url base = c.base.empty() ? Url() : parsed(c.base);
    const Url* const base_or_none = c.base.empty() ? nullptr : &base;
    EXPECT_EQ(href_or_failure(parse_url(c.input, base_or_none)), c.href) << c.line;
  }
}

TEST(UrlTest, TheShortCutGivesWhatTheWholeParserGives) {
  for (const Case& c : read_cases()) {
    const Url base = c.base.empty() ? Url() : parsed(c.base);
    const Url* const base_or_none = c.base.empty() ? nullptr : &base;
    expect_same_by_short_cut(c.input, base_or_none);
  }
}

TEST(UrlTest, AnHrefParsesToItself) {
  for (const Case& c : read_cases()) {
    if (c.href == "failure") continue;
    EXPECT_EQ(href_or_failure(parse_url(c.href)), c.href) << c.line;
  }
}

TEST(UrlTest, ThePartsAreFoundInTheHref) {
  const Url url = parsed("https://me:secret@Example.org:8443/a/b?c=d&e#f");
  EXPECT_EQ(url.scheme(), "https");
  EXPECT_EQ(url.username(), "me");
  EXPECT_EQ(url.password(), "secret");
  EXPECT_EQ(url.host(), "example.org");
  EXPECT_EQ(url.port(), 8443);
  EXPECT_EQ(url.path(), "/a/b");
  EXPECT_EQ(url.query(), "c=d&e");
  EXPECT_EQ(url.path_and_query(), "/a/b?c=d&e");
  EXPECT_EQ(url.without_fragment(), "https://me:secret@example.org:8443/a/b?c=d&e");
  EXPECT_TRUE(url.has_credentials());
}

TEST(UrlTest, PartsThatAreAbsentAreEmpty) {
  const Url url = parsed("mailto:a@b.example");
  EXPECT_EQ(url.host(), "");
  EXPECT_FALSE(url.has_host());
  EXPECT_FALSE(url.port().has_value());
  EXPECT_EQ(url.path(), "a@b.example");
  EXPECT_TRUE(url.has_opaque_path());
  EXPECT_FALSE(url.has_query());
  EXPECT_FALSE(url.has_fragment());
}

TEST(UrlTest, AnEmptyQueryIsToldFromNone) {
  EXPECT_TRUE(parsed("http://example.org/?").has_query());
  EXPECT_EQ(parsed("http://example.org/?").query(), "");
  EXPECT_FALSE(parsed("http://example.org/#?").has_query());
}

TEST(UrlTest, AnOriginIsSchemeHostAndPort) {
  EXPECT_EQ(origin(parsed("http://u:p@Example.org:80/a?b")), "http://example.org");
  EXPECT_EQ(origin(parsed("https://[::1]:8443/")), "https://[::1]:8443");
  EXPECT_EQ(origin(parsed("file:///etc")), "null");
}

TEST(UrlTest, ResolvesTextAgainstText) {
  EXPECT_EQ(resolve("b", "http://example.org/a/"), "http://example.org/a/b");
  EXPECT_EQ(resolve("b", "not a base"), std::nullopt);
  EXPECT_EQ(resolve("http://[", "http://example.org/"), std::nullopt);
}

TEST(UrlTest, AnErrorNamesTheFaultAndTheAddress) {
  const auto url = parse_url("http://example.org:99999/");
  ASSERT_FALSE(url.ok());
  EXPECT_EQ(url.error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(url.error().text, "url: invalid port in \"http://example.org:99999/\"");
}

TEST(UrlTest, RefusesAddressesOfUnboundedLength) {
  const auto url = parse_url("http://a/" + std::string(kMaxUrlLength, 'x'));
  ASSERT_FALSE(url.ok());
  EXPECT_EQ(url.error().kind, ErrorKind::kLimit);
  EXPECT_EQ(url.error().text, "url: 8201 bytes long; at most 8192 are read");
}

TEST(UrlTest, RefusesAddressesThatGrowTooLongWhenTheyAreResolved) {
  const std::string most(kMaxUrlLength - std::string_view("http://a//").size(), 'x');
  const Url base = parsed("http://a/" + most + "/");
  EXPECT_TRUE(parse_url("/b", &base).ok());
  EXPECT_FALSE(parse_url("b", &base).ok());
  EXPECT_FALSE(parse_url("/" + std::string(kMaxUrlLength - 1, 'x'), &base).ok());
  // Each is written as %C3%BC.
  EXPECT_FALSE(parse_url("http://a/" + std::string(5000, '\xFC')).ok());
}

TEST(UrlTest, HostileLengthsCostLinearTime) {
  std::string dots = "http://a/";
  while (dots.size() < kMaxUrlLength - 8) dots += "x/../";
  EXPECT_TRUE(parse_url(dots).ok());
  std::string labels = "http://";
  while (labels.size() < 1_MiB) labels += "ü";
  EXPECT_FALSE(parse_url(labels).ok());
}

TEST(CanonicalFormTest, DropsWhatOnlySaysHowTheReaderCame) {
  const auto canonical = [](std::string_view text) {
    return canonical_form(parsed(text));
  };
  EXPECT_EQ(canonical("http://a.example:80/x?utm_source=rss&id=7&fbclid=z#top"),
            "http://a.example/x?id=7");
  EXPECT_EQ(canonical("http://a.example/x?utm_source=rss&UTM_Medium=feed"),
            "http://a.example/x");
  EXPECT_EQ(canonical("http://a.example/x?b=2&a=1&b=3"),
            "http://a.example/x?b=2&a=1&b=3");
  EXPECT_EQ(canonical("http://a.example/x?"), "http://a.example/x");
  EXPECT_EQ(canonical("http://a.example/x?&a&&"), "http://a.example/x?a");
  EXPECT_EQ(canonical("http://a.example/x?utm=1&autm_source=2"),
            "http://a.example/x?utm=1&autm_source=2");
}

TEST(CanonicalFormTest, KeepsCredentialsOutOfComparisons) {
  EXPECT_EQ(canonical_form(parsed("https://u:p@a.example/x")), "https://a.example/x");
}

TEST(CanonicalFormTest, LeavesOtherSchemesAlone) {
  EXPECT_EQ(canonical_form(parsed("tag:a.example,2026:x#1")), "tag:a.example,2026:x#1");
}

}  // namespace
}  // namespace curlew::url
