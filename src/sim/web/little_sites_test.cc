#include "sim/web/little_sites.h"

#include <gtest/gtest.h>

#include <set>

namespace curlew::sim {
namespace {

const Time kLittleEpoch = from_unix_seconds(1'800'000'000);
constexpr std::uint16_t kPort = 8080;

LittleSites sites() { return LittleSites({.tempo = {kLittleEpoch, 600}}, 20, kPort); }

http::ServerResponse get(std::string_view site, std::string path,
                         Time now = kLittleEpoch) {
  return sites().answer(site, {.method = "GET", .path = std::move(path)}, now);
}

Time at(double virtual_hour) {
  return sites().tempo().real_time(VirtualHours(virtual_hour));
}

std::string header_of(const http::ServerResponse& response, std::string_view name) {
  return std::string(http::find_header(response.headers, name).value_or(""));
}

// "http://herald.localhost:8080/feed" -> "/feed"
std::string path_of(const std::string& url) { return url.substr(url.find('/', 8)); }

TEST(LittleSites, ServesEveryArticleThatItsListNames) {
  for (const Publication& item :
       sites().published(kLittleEpoch - std::chrono::minutes(9), kLittleEpoch)) {
    const auto answer = get(item.site, path_of(item.url));
    EXPECT_EQ(answer.status, 200) << item.url;
    EXPECT_NE(answer.body.find("<article>"), std::string::npos);
    EXPECT_NE(answer.body.find("article:section"), std::string::npos);
  }
}

TEST(LittleSites, ServesEveryPageThatItsFrontPagesLinkTo) {
  for (const std::string path : {"/", "/politics/", "/about", "/robots.txt"}) {
    EXPECT_EQ(get("herald", path).status, 200) << path;
  }
  EXPECT_EQ(get("herald", "/nothing").status, 404);
  EXPECT_EQ(get("nobody", "/").status, 404);
}

TEST(LittleSites, HasSourcesOfEveryKind) {
  std::set<std::string> kinds;
  for (const LittleSource& source : sites().sources()) kinds.insert(source.kind);
  EXPECT_EQ(kinds, (std::set<std::string>{"feed", "page", "data"}));
}

TEST(LittleSites, AFifthOfTheHeraldIsClosedToRobots) {
  double closed = 0, all = 0;
  for (const Publication& item :
       sites().published(kLittleEpoch, kLittleEpoch + std::chrono::minutes(60))) {
    if (item.site != "herald") {
      EXPECT_FALSE(item.page_forbidden) << item.url;
      continue;
    }
    closed += item.page_forbidden ? 1 : 0;
    all += 1;
  }
  EXPECT_NEAR(closed / all, 0.2, 0.1);
}

TEST(LittleSites, DocumentsChangeInPlaceAndTheirDatesWithThem) {
  for (const LittleSource& source : sites().sources()) {
    if (source.promise != Promise::kChanging) continue;
    const auto before = get(source.site, path_of(source.url));
    const auto same =
        get(source.site, path_of(source.url), kLittleEpoch + Milliseconds(400));
    const auto after = get(source.site, path_of(source.url), at(24 * 8));
    EXPECT_EQ(before.body, same.body) << source.url;
    EXPECT_NE(before.body, after.body) << source.url;
    EXPECT_NE(header_of(before, "Last-Modified"), header_of(after, "Last-Modified"));
  }
}

TEST(LittleSites, TheOldSitesSpeakTheirCharsets) {
  const auto greek = get("echo", "/rss/nea.xml");
  EXPECT_EQ(header_of(greek, "Content-Type"),
            "application/rss+xml; charset=windows-1253");
  // Π in windows-1253, from the title.
  EXPECT_NE(greek.body.find("<title>\xD0\xF1\xF9\xE9\xED\xDE \xC7\xF7\xFE"),
            std::string::npos);
  EXPECT_NE(get("gazette", "/gazette.rss").body.find("Vall\xE9"), std::string::npos);
}

TEST(LittleSites, TheWandererRedirects) {
  EXPECT_EQ(get("wanderer", "/feed").status, 301);
  EXPECT_EQ(header_of(get("wanderer", "/feed"), "Location"), "/new/feed.xml");
  EXPECT_EQ(get("wanderer", "/new/feed.xml").status, 200);
  EXPECT_EQ(get("wanderer", "/today.xml").status, 302);
  EXPECT_EQ(header_of(get("wanderer", "/loop/b"), "Location"), "/loop/a");
}

TEST(LittleSites, TheVanishingPostIsGoneOnThursday) {
  EXPECT_EQ(get("ghost", "/feed.xml", at(71)).status, 200);
  EXPECT_EQ(get("ghost", "/feed.xml", at(72.1)).status, 410);
}

TEST(LittleSites, RushHourSaysWhenToComeBackAndKeepsItsWord) {
  const auto busy = get("rush", "/feed.xml", at(24.5));
  EXPECT_EQ(busy.status, 429);
  const auto wait = std::chrono::seconds(std::stoi(header_of(busy, "Retry-After")));
  EXPECT_EQ(get("rush", "/feed.xml", at(24.5) + wait).status, 200);
  const auto later = get("rush", "/feed.xml", at(30.5));
  EXPECT_EQ(later.status, 503);
  EXPECT_NE(header_of(later, "Retry-After").find("GMT"), std::string::npos);
}

TEST(LittleSites, WobblyPressFailsInThreeWaysAndRecovers) {
  const auto whole = get("wobbly", "/feed.xml", at(22));
  EXPECT_EQ(get("wobbly", "/feed.xml", at(20.5)).status, 500);
  const auto half = get("wobbly", "/feed.xml", at(23.5));
  EXPECT_EQ(half.status, 200);
  EXPECT_EQ(half.body.find("</rss>"), std::string::npos);
  EXPECT_EQ(header_of(half, "ETag"), "");
  const auto html = get("wobbly", "/feed.xml", at(25.5));
  EXPECT_EQ(header_of(html, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_NE(whole.body.find("</rss>"), std::string::npos);
  EXPECT_EQ(get("wobbly", "/feed.xml", at(27)).status, 200);
}

TEST(LittleSites, OnlyTheFrontPageNamesMeridiansFeed) {
  const auto front = get("meridian", "/");
  EXPECT_NE(front.body.find("href=\"/syndication/all.xml\""), std::string::npos);
  EXPECT_EQ(get("meridian", "/syndication/all.xml").status, 200);
}

TEST(LittleSites, TheLighthouseListsItsArticlesAndNamesNoFeed) {
  const auto front = get("lighthouse", "/");
  EXPECT_EQ(front.status, 200);
  EXPECT_EQ(front.body.find("rel=\"alternate\""), std::string::npos);
  for (const Publication& item : sites().published(at(-3), kLittleEpoch)) {
    if (item.site != "lighthouse") continue;
    EXPECT_NE(front.body.find(path_of(item.url)), std::string::npos) << item.url;
  }
}

TEST(LittleSites, OnlyReadingIsAllowed) {
  const http::ServerRequest post{.method = "POST", .path = "/"};
  EXPECT_EQ(sites().answer("herald", post, kLittleEpoch).status, 405);
}

}  // namespace
}  // namespace curlew::sim
