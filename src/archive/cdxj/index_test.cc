#include "archive/cdxj/index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "archive/archive_fixture.h"
#include "archive/cdxj/line.h"
#include "archive/cdxj/sorted_lines.h"
#include "archive/cdxj/surt.h"
#include "archive/memory_disk.h"
#include "archive/timestamps.h"

namespace curlew::archive {
namespace {

TEST(Surt, PutsHostsOfADomainTogether) {
  EXPECT_EQ(to_surt("http://example.org"), "org,example)/");
  EXPECT_EQ(to_surt("https://www.Example.org:443/A/b?C=d&a=b#f"),
            "org,example)/A/b?C=d&a=b");
  EXPECT_EQ(to_surt("http://news.example.org:8080/"), "org,example,news:8080)/");
  EXPECT_EQ(to_surt("http://192.0.2.1/x"), "192.0.2.1)/x");
  EXPECT_EQ(to_surt("http://[::1]/x"), "[::1])/x");
  EXPECT_EQ(to_surt("http://www./x"), to_surt("http://www./x"));
  EXPECT_EQ(to_surt("urn:a b"), "urn:a%20b");
  EXPECT_EQ(to_surt("no address at all\n"), "no%20address%20at%20all%0A");
}

TEST(Timestamps, AreReadInEveryPrecisionThatArchivesUse) {
  const Time time = kStart + Milliseconds(7);
  EXPECT_EQ(to_timestamp(time), "20261106212000007");
  EXPECT_EQ(parse_timestamp("20261106212000007"), time);
  EXPECT_EQ(parse_timestamp("20261106212000"), kStart);
  EXPECT_EQ(to_warc_date(time), "2026-11-06T21:20:00.007Z");
  EXPECT_EQ(to_warc_date(kStart), "2026-11-06T21:20:00Z");
  EXPECT_EQ(parse_warc_date("2026-11-06T21:20:00.007Z"), time);
  EXPECT_EQ(parse_warc_date("2026-11-06T21:20:00.0071234Z"), time);
  EXPECT_EQ(parse_warc_date("2026"), parse_timestamp("20260101000000"));
  EXPECT_EQ(parse_warc_date("2026-11-06"), parse_timestamp("20261106"));
  for (const char* wrong : {"", "202", "20261", "20261306", "20261106250000",
                            "2026110x", "201404010000000000"}) {
    EXPECT_EQ(parse_timestamp(wrong), std::nullopt) << wrong;
  }
  for (const char* wrong : {"", "2026-13-01", "2026-11-06T21:20:00,5Z", "2026/11/06"}) {
    EXPECT_EQ(parse_warc_date(wrong), std::nullopt) << wrong;
  }
}

Version version_at(std::string url, Time time) {
  return {.url = std::move(url),
          .time = time,
          .status = 200,
          .media_type = "text/html",
          .digest = "sha256:00",
          .sha1 = "sha1:A",
          .location = {"x.warc.gz", 12, 34}};
}

TEST(CdxjLine, SaysTheSameWhenItIsReadAgain) {
  const Version version = version_at("https://example.org/\"q\"?\\", kStart);
  const std::string line = to_cdxj(version);
  EXPECT_TRUE(line.starts_with("org,example)/%22q%22?\\ 20261106212000000 {"));
  EXPECT_EQ(parse_cdxj(line), version);
  EXPECT_THAT(to_cdxj(version, Precision::kSeconds),
              testing::HasSubstr(" 20261106212000 {"));
}

TEST(CdxjLine, OfOthersIsRead) {
  const auto version = parse_cdxj(
      "com,example)/ 20170306040206 {\"url\": \"http://example.com/\", \"mime\": "
      "\"text/html\", \"status\": 200, \"length\": 1228, \"offset\": 784}");
  ASSERT_TRUE(version);
  EXPECT_EQ(version->status, 200);
  EXPECT_EQ(version->location.offset, 784u);
  for (const char* wrong : {"", " ", "a b {}", "a 2017 [", "a 2017", "a 20171332 {}"}) {
    EXPECT_EQ(parse_cdxj(wrong), std::nullopt) << wrong;
  }
}

TEST(SortedLines, FindsWhatALookAtAllLinesFinds) {
  Random random(12);
  for (int round = 0; round < 30; ++round) {
    std::set<std::string> lines;
    const auto count = random.below(300);
    while (lines.size() < count) {
      std::string line(1 + random.below(round % 3 == 0 ? 3000 : 12), 'a');
      for (char& c : line) c = static_cast<char>('a' + random.below(3));
      lines.insert(line);
    }
    std::string text;
    for (const auto& line : lines) text += line + "\n";
    MemoryDisk disk;
    disk.set_content("x", text);
    const auto file = must(disk.open("x"));
    const SortedLines sorted(*file);
    for (int i = 0; i < 100; ++i) {
      std::string key(random.below(6), 'a');
      for (char& c : key) c = static_cast<char>('a' + random.below(3));
      const auto expected = lines.lower_bound(key);
      const auto place = must(sorted.find(key));
      std::optional<std::string> found;
      must(sorted.walk(place.offset, [&](std::string_view line) {
        found = line;
        return false;
      }));
      ASSERT_EQ(found,
                expected == lines.end() ? std::nullopt : std::optional(*expected));
      ASSERT_EQ(place.before, expected == lines.begin()
                                  ? std::nullopt
                                  : std::optional(*std::prev(expected)));
    }
  }
}

// Whatever the lines are distributed over, the answers are those of all lines in one.
TEST(IndexTest, AnswersAsOneListWould) {
  Random random(13);
  MemoryDisk disk;
  Index index(disk);
  std::map<std::string, std::vector<Time>> all;
  for (int segment = 0; segment < 6; ++segment) {
    const std::string name = fmt::format("{}.warc.gz", segment);
    for (int i = 0; i < 60; ++i) {
      const std::string url = fmt::format("http://e.org/{}", random.below(8));
      const Time time = kStart + std::chrono::seconds(random.below(100'000) * 10);
      if (std::ranges::find(all[url], time) != all[url].end()) continue;
      index.add_line(name, to_cdxj(version_at(url, time)));
      all[url].push_back(time);
    }
    if (segment % 2 == 0) must(index.finish(name));
  }
  for (auto& [url, times] : all) {
    std::ranges::sort(times);
    std::vector<Time> found;
    for (const auto& each : must(index.versions(url))) found.push_back(each.time);
    ASSERT_EQ(found, times);
    for (int i = 0; i < 50; ++i) {
      const Time asked = kStart + std::chrono::seconds(random.below(1'100'000)) -
                         std::chrono::hours(3);
      const auto nearest = must(index.nearest(url, asked));
      const auto best = std::ranges::min_element(times, {}, [&](Time time) {
        return std::pair(std::chrono::abs(time - asked), time);
      });
      ASSERT_EQ(nearest->time, *best);
    }
  }
}

}  // namespace
}  // namespace curlew::archive
