// Feeds made to harm: nothing here may take long, need much memory or be believed.

#include <gtest/gtest.h>

#include <chrono>

#include "base/random.h"
#include "base/sanitizers_test.h"
#include "parse/feed.h"

namespace curlew::parse {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

// Enough to tell linear from quadratic time, which would be minutes.
constexpr std::size_t kFaultBytes = 100'000;

// Of processor time, so that a busy machine fails no test. About twenty times what it
// takes, with or without sanitizers.
constexpr double kEnough = kIsSanitized ? 20.0 : 2.0;

Result<Feed> parse_quickly(const std::string& bytes) {
  const std::clock_t start = std::clock();
  auto feed = parse_feed(bytes, {.url = "https://a.example/"});
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds, kEnough) << bytes.substr(0, 60);
  return feed;
}

const std::string kHead = "<rss><channel><title>News</title>";
const std::string kTail = "<item><title>One</title></item></channel></rss>";

void expect_one_entry(const std::string& bytes) {
  const auto feed = parse_quickly(bytes);
  ASSERT_TRUE(feed.ok()) << feed.error().text;
  EXPECT_EQ(feed->entries.size(), 1u);
  EXPECT_EQ(feed->title, "News");
}

TEST(HostileFeedTest, EntitiesThatMultiplyAreNotExpanded) {
  std::string dtd = "<!DOCTYPE rss [<!ENTITY a0 \"ha\">";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "&a" + std::to_string(i - 1) + ";";
    dtd += "<!ENTITY a" + std::to_string(i) + " \"" + before + before + "\">";
  }
  const auto feed =
      parse_quickly(dtd + "]><rss><channel><title>&a29;</title></channel></rss>");
  ASSERT_TRUE(feed.ok());
  EXPECT_EQ(feed->title, "&a29;");
}

TEST(HostileFeedTest, DeepNestingIsCutOff) {
  expect_one_entry(kHead + repeated("<a>", 100'000) + repeated("</a>", 100'000) +
                   kTail);
  expect_one_entry(kHead + "<description>" + repeated("<b>", 100'000) +
                   repeated("</b>", 100'000) + "</description>" + kTail);
  EXPECT_FALSE(parse_quickly(repeated("<a>", 200'000)).ok());
}

TEST(HostileFeedTest, NothingButDeepNestingIsAnError) {
  const auto feed = parse_quickly("<rss><channel>" + repeated("<a>", 100'000) +
                                  repeated("</a>", 100'000) + "</channel></rss>");
  ASSERT_FALSE(feed.ok());
  EXPECT_EQ(feed.error().text, "no feed: elements nested deeper than 100");
}

TEST(HostileFeedTest, ADocumentThatEndsTooEarlyIsMarked) {
  EXPECT_FALSE(parse_quickly(kHead + kTail)->is_cut);
  EXPECT_TRUE(parse_quickly(kHead + "<item><title>One</title></item><item>")->is_cut);
  const std::string json = R"({"items": [{"id": "1"}, {"id": "2"}]})";
  EXPECT_FALSE(parse_quickly(json)->is_cut);
  EXPECT_TRUE(parse_quickly(json.substr(0, json.size() - 4))->is_cut);
  EXPECT_TRUE(parse_quickly(json.substr(0, json.size() - 2))->is_cut);
}

TEST(HostileFeedTest, DeepNestingOfJsonIsCutOff) {
  EXPECT_FALSE(parse_quickly("{\"a\":" + repeated("[", 200'000)).ok());
  EXPECT_FALSE(parse_quickly(repeated("{\"a\":", 200'000)).ok());
}

TEST(HostileFeedTest, MoreBytesThanAllowedAreRefused) {
  const auto feed = parse_quickly(kHead + std::string(100'000'000, 'x') + kTail);
  ASSERT_FALSE(feed.ok());
  EXPECT_EQ(feed.error().kind, ErrorKind::kLimit);
  EXPECT_EQ(feed.error().text, "feed of 100000080 bytes; at most 33554432 are read");
}

TEST(HostileFeedTest, EntriesBeyondTheLimitAreLeftOut) {
  const auto feed = parse_quickly(kHead + repeated("<item/>", 100'000));
  ASSERT_TRUE(feed.ok());
  EXPECT_EQ(feed->entries.size(), FeedLimits().entries);
}

TEST(HostileFeedTest, TitlesAreLinesAndNoLonger) {
  const std::string title = repeated("word ", 100'000);
  const std::string json =
      R"({"version": "https://jsonfeed.org/version/1", "title": ")" + title +
      R"(", "items": [{"id": "1", "title": ")" + title + R"("}]})";
  for (const std::string& document :
       {"<rss><channel><title>" + title + "</title><item><title>" + title +
            "</title></item></channel></rss>",
        json}) {
    const auto feed = parse_quickly(document);
    ASSERT_TRUE(feed.ok());
    EXPECT_LE(feed->title.size(), FeedLimits().line);
    ASSERT_EQ(feed->entries.size(), 1u);
    EXPECT_LE(feed->entries[0].title.size(), FeedLimits().line);
    EXPECT_TRUE(feed->entries[0].title.starts_with("word word"));
  }
}

TEST(HostileFeedTest, TextBeyondTheLimitIsCutBetweenCharacters) {
  const std::string text = repeated("α", 3'000'000);
  const auto feed =
      parse_quickly(kHead + "<item><title>" + text + "</title><description>" + text +
                    "</description></item></channel></rss>");
  ASSERT_TRUE(feed.ok());
  EXPECT_EQ(feed->entries[0].title.size(), FeedLimits().line);
  EXPECT_EQ(feed->entries[0].summary.size(), FeedLimits().text);
}

TEST(HostileFeedTest, ManyAttributesAndCategoriesAreCutOff) {
  expect_one_entry(kHead + "<x " + repeated("a='b' ", 200'000) + "/>" + kTail);
  expect_one_entry(kHead + "<x " + repeated("xmlns:a='b' ", 200'000) + "/>" + kTail);
  std::string categories;
  for (int i = 0; i < 100'000; ++i) {
    categories += "<category>" + std::to_string(i) + "</category>";
  }
  expect_one_entry(kHead + categories + kTail);
}

constexpr std::string_view kFaults[] = {"<!--",
                                        "<![CDATA[",
                                        "<?",
                                        "<!",
                                        "<![",
                                        "&",
                                        "&#",
                                        "<",
                                        "</",
                                        "</x>",
                                        "<x a='",
                                        "<x a=\"",
                                        "<x ",
                                        "<item>",
                                        "<item",
                                        "<a:b xml:base='x'>",
                                        "<x/",
                                        "]]>",
                                        "<category><![CDATA[",
                                        "<title>",
                                        "<title type='html'>&lt;a b='",
                                        "\xFF"};

TEST(HostileFeedTest, FaultsThatRepeatCostNoMoreThanTheirLength) {
  for (const std::string_view fault : kFaults) {
    const std::string faults = repeated(fault, kFaultBytes / fault.size());
    const std::string title = "<item><title type='html'>";
    for (const std::string& bytes :
         {faults, kHead + faults, kHead + title + faults + "</title>" + kTail,
          kHead + title + "<![CDATA[" + faults + "]]></title>" + kTail}) {
      static_cast<void>(parse_quickly(bytes));
    }
  }
}

TEST(HostileFeedTest, ZeroBytesAndBrokenUtf8DoNoHarm) {
  expect_one_entry(kHead + std::string(200'000, '\0') + kTail);
  expect_one_entry(kHead + repeated("\xC3", 200'000) + kTail);
  expect_one_entry(kHead + repeated("\xFE\xFF", 200'000) + kTail);
}

TEST(HostileFeedTest, NoiseIsAnErrorAndNothingWorse) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    std::string noise(random.below(4'000), '\0');
    for (char& c : noise) c = static_cast<char>(random());
    EXPECT_FALSE(parse_quickly(noise).ok());
  }
}

}  // namespace
}  // namespace curlew::parse
