#include "sim/web/ring.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace curlew::sim {
namespace {

const Time kRingEpoch = from_unix_seconds(1'800'000'000);

Ring ring() { return {{kRingEpoch, 600}, 1, 8080}; }

// "http://fathom.localhost:8080/notes/3" -> what it shows
std::string body_of(const std::string& url, Time now) {
  const std::size_t dot = url.find('.');
  const auto page =
      ring().page(url.substr(7, dot - 7), url.substr(url.find('/', 7)), now);
  return page ? page->body : "";
}

std::vector<std::string> links_on(const std::string& body) {
  std::vector<std::string> links;
  const std::string_view begin = "href=\"http://";
  for (std::size_t at = body.find(begin); at != body.npos;
       at = body.find(begin, at + 1)) {
    links.push_back(body.substr(at + 6, body.find('"', at + 6) - at - 6));
  }
  return links;
}

TEST(Ring, ThePhraseBookDefinesEverySymbolItUses) {
  EXPECT_EQ(hobby_grammar().first_mistake(), "");
}

TEST(Ring, NearlyAllPagesCanBeReachedFromItsListAndNoLinkIsDead) {
  std::set<std::string> seen{ring().list_address()};
  std::vector<std::string> waiting(seen.begin(), seen.end());
  while (!waiting.empty()) {
    const std::string url = waiting.back();
    waiting.pop_back();
    const std::string body = body_of(url, kRingEpoch);
    ASSERT_NE(body, "") << url;
    for (const std::string& link : links_on(body)) {
      if (seen.insert(link).second) waiting.push_back(link);
    }
  }
  const std::size_t all = ring().pages(kRingEpoch).size();
  EXPECT_GE(seen.size(), all * 95 / 100);
}

TEST(Ring, EachHobbyHasAboutAQuarterOfThePages) {
  std::map<std::string, double> counts;
  const std::vector<RingPage> pages = ring().pages(kRingEpoch);
  for (const RingPage& page : pages) counts[page.hobby] += 1;
  EXPECT_EQ(counts.size(), kHobbies.size());
  for (const auto& [hobby, count] : counts) {
    EXPECT_NEAR(count / double(pages.size()), .25, .08) << hobby;
  }
}

TEST(Ring, SomePagesDriftInTheFirstMinutesAndTheirTextsAndDatesGoWithThem) {
  const Time later = kRingEpoch + std::chrono::minutes(3);
  std::size_t drifted = 0;
  for (const RingPage& page : ring().pages(later)) {
    if (page.hobby == page.first_hobby) continue;
    ++drifted;
    EXPECT_NE(body_of(page.url, kRingEpoch), body_of(page.url, later)) << page.url;
  }
  EXPECT_GE(drifted, 20u);
}

TEST(Ring, APageThatChangesSaysSo) {
  std::size_t changed = 0;
  for (const RingPage& each : ring().pages(kRingEpoch)) {
    const std::string host = each.url.substr(7, each.url.find('.') - 7);
    const std::string path = each.url.substr(each.url.find('/', 7));
    const auto before = ring().page(host, path, kRingEpoch);
    const auto after = ring().page(host, path, kRingEpoch + std::chrono::minutes(2));
    // Its links may have other words, since titles of others drift.
    if (before->last_modified == after->last_modified) continue;
    ++changed;
    EXPECT_NE(before->body, after->body) << each.url;
  }
  EXPECT_GE(changed, 40u);
}

TEST(Ring, AddsPagesWhileItIsWatched) {
  EXPECT_GT(ring().pages(kRingEpoch + std::chrono::minutes(5)).size(),
            ring().pages(kRingEpoch).size() + 40);
}

}  // namespace
}  // namespace curlew::sim
