#include "sim/topics/topical_web.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace curlew::sim {
namespace {

constexpr TopicalWebOptions kSmall{.pages = 3000, .seed = 7, .stay = .5};

std::uint32_t topics_looked_for() {
  return std::uint32_t(TopicalWeb::topic_names().size());
}

TEST(TopicalWebTest, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const TopicalWeb one(kSmall, nullptr), same(kSmall, nullptr);
  TopicalWebOptions options = kSmall;
  options.seed = 8;
  const TopicalWeb other(options, nullptr);
  int differing = 0;
  for (TopicalWeb::Page page = 0; page < one.page_count(); page += 100) {
    EXPECT_EQ(one.address(page), same.address(page));
    EXPECT_EQ(one.text(page, 1), same.text(page, 1));
    EXPECT_EQ(one.links(page).size(), same.links(page).size());
    differing += one.text(page, 0) != other.text(page, 0);
  }
  EXPECT_EQ(differing, 30);
}

TEST(TopicalWebTest, ATenthOfThePagesIsOfATopicAndEachTopicHasItsShare) {
  const TopicalWeb web({.pages = 20'000}, nullptr);
  std::map<std::uint32_t, int> counts;
  int relevant = 0;
  for (TopicalWeb::Page page = 0; page < web.page_count(); ++page) {
    if (const auto topic = web.topic(page, 0)) ++relevant, ++counts[*topic];
  }
  EXPECT_NEAR(relevant, 2000, 200);
  ASSERT_EQ(counts.size(), topics_looked_for());
  for (const auto& [topic, count] : counts) EXPECT_NEAR(count, 333, 120) << topic;
}

TEST(TopicalWebTest, LinksStayInTheirTopicAsOftenAsAskedFor) {
  for (const double stay : {.3, .7}) {
    TopicalWebOptions options = kSmall;
    options.stay = stay;
    const TopicalWeb web(options, nullptr);
    double links = 0, staying = 0;
    for (TopicalWeb::Page page = 0; page < web.page_count(); ++page) {
      for (const TopicalWeb::Link link : web.links(page)) {
        ++links;
        staying += web.subject(link.target, 0) == web.subject(page, 0);
      }
    }
    EXPECT_NEAR(staying / links, stay, .02);
  }
}

TEST(TopicalWebTest, WhoLinksToWhomChangesNothingElse) {
  TopicalWebOptions options = kSmall;
  options.stay = .7;
  const TopicalWeb one(kSmall, nullptr), other(options, nullptr);
  for (TopicalWeb::Page page = 0; page < one.page_count(); page += 50) {
    EXPECT_EQ(one.text(page, 0), other.text(page, 0));
    EXPECT_EQ(one.subject(page, 0), other.subject(page, 0));
    EXPECT_EQ(one.version(page, std::chrono::days(30)),
              other.version(page, std::chrono::days(30)));
  }
}

TEST(TopicalWebTest, EachChangeWritesOneParagraphAnewAndNoOther) {
  const TopicalWeb web(kSmall, nullptr);
  const auto lines_of = [](const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text)
      c == '\n' ? (void)lines.emplace_back() : lines.back().push_back(c);
    return lines;
  };
  int compared = 0;
  for (TopicalWeb::Page page = 0; page < web.page_count() && compared < 50; ++page) {
    const auto last = web.version(page, std::chrono::days(56));
    if (last == 0 || web.original(page)) continue;
    if (web.subject(page, 0) != web.subject(page, last)) continue;
    const auto before = lines_of(web.text(page, last - 1));
    const auto after = lines_of(web.text(page, last));
    int differing = 0;
    for (std::size_t i = 0; i < before.size(); ++i) differing += before[i] != after[i];
    EXPECT_EQ(differing, 1);
    ++compared;
  }
  EXPECT_EQ(compared, 50);
}

TEST(TopicalWebTest, SomePagesDriftAndSomeAreCopiesOnOtherHosts) {
  const TopicalWeb web({.pages = 20'000}, nullptr);
  int drifting = 0, copies = 0;
  for (TopicalWeb::Page page = 0; page < web.page_count(); ++page) {
    const auto last = web.version(page, std::chrono::days(56));
    drifting += web.topic(page, 0) != web.topic(page, last);
    const auto original = web.original(page);
    if (!original) continue;
    ++copies;
    EXPECT_NE(web.host(*original), web.host(page));
    EXPECT_EQ(web.subject(*original, 0), web.subject(page, 0));
    EXPECT_THAT(web.text(page, 0), testing::StartsWith(web.text(*original, 0)));
  }
  EXPECT_GT(drifting, 20);
  EXPECT_NEAR(copies, 700, 200);
}

TEST(TopicalWebTest, AddressesAreDistinctAndSeedsAreOfTheirTopic) {
  const TopicalWeb web(kSmall, nullptr);
  std::set<std::string> addresses;
  for (TopicalWeb::Page page = 0; page < web.page_count(); ++page)
    addresses.insert(web.address(page));
  EXPECT_EQ(addresses.size(), web.page_count());
  for (std::uint32_t topic = 0; topic < topics_looked_for(); ++topic) {
    const auto seeds = web.seeds(topic, 3);
    EXPECT_EQ(seeds.size(), 3u);
    for (const TopicalWeb::Page page : seeds) {
      EXPECT_EQ(web.topic(page, 0), topic);
    }
  }
}

TEST(TopicalWebTest, ChangesOfATraceAreItsDocumentsMovedTogether) {
  Trace trace;
  trace.begin = from_unix_seconds(0);
  trace.end = from_unix_seconds(1'000'000);
  // Each is changed an hour and a bit after the one before.
  for (int i = 0; i < 5; ++i) {
    trace.sources.push_back({.id = i, .name = "", .events = {}});
    trace.sources.back().events.push_back(from_unix_seconds(500'000 + 4000 * i));
  }
  Random random(3);
  const auto changes = traced_changes(trace, 5, Seconds(1'000'000), random);
  std::multiset<std::uint32_t> gaps;
  for (std::size_t i = 0; i < 5; ++i) {
    ASSERT_EQ(changes[i].size(), 1u);
    gaps.insert((changes[(i + 1) % 5][0] + 1'000'000 - changes[i][0]) % 1'000'000);
  }
  EXPECT_EQ(gaps.count(4000), 4u);
}

TEST(TopicalWebTest, InventedChangesAreInOrderAndOfManyRates) {
  Random random(3);
  const auto changes = mixed_changes(2000, std::chrono::days(365), random);
  int quiet = 0, restless = 0;
  for (const ChangeTimes& times : changes) {
    EXPECT_TRUE(std::ranges::is_sorted(times));
    quiet += times.size() < 3;
    restless += times.size() > 30;
  }
  EXPECT_GT(quiet, 200);
  EXPECT_GT(restless, 100);
}

}  // namespace
}  // namespace curlew::sim
