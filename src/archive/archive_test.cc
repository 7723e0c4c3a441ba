#include "archive/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "archive/archive_fixture.h"
#include "archive/cdxj/index.h"
#include "archive/memory_disk.h"
#include "archive/segment/scan.h"
#include "archive/verify.h"

namespace curlew::archive {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

constexpr const char* kUrl = "https://example.org/a";

class ArchiveTest : public testing::Test {
 protected:
  std::unique_ptr<Archive> open(ArchiveOptions options = {}) {
    return must(Archive::open(disk_, std::move(options)));
  }
  std::vector<std::string> segments() const {
    std::vector<std::string> names;
    for (const auto& name : must(disk_.names())) {
      if (name.ends_with(".warc.gz")) names.push_back(name);
    }
    return names;
  }

  MemoryDisk disk_;
};

TEST_F(ArchiveTest, GivesBackWhatWasAppended) {
  auto archive = open();
  const auto place = must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  must(archive->commit());
  for (int round = 0; round < 2; ++round) {
    const Content content = must(archive->read(place));
    EXPECT_EQ(content.url, kUrl);
    EXPECT_EQ(content.time, kStart);
    EXPECT_EQ(content.status_line, "HTTP/1.1 200 OK");
    EXPECT_EQ(content.body, page_number(1));
    EXPECT_EQ(http::find_header(content.headers, "Content-Encoding"), std::nullopt);
    EXPECT_EQ(http::find_header(content.headers, "X-Archive-Orig-Content-Encoding"),
              "gzip");
    archive.reset();
    archive = open();
  }
}

TEST_F(ArchiveTest, GivesBackFactsHoweverLongAndWithoutARequest) {
  auto archive = open();
  Capture many = capture_of("https://example.org/many", kStart, page_number(1));
  for (int i = 0; i < 1'000; ++i) {
    many.facts.emplace_back("context", fmt::format("https://example.org/{}", i));
  }
  Capture bare = capture_of("https://example.org/bare", kStart, page_number(2));
  bare.request.clear();
  const Location place_of_many = must(archive->append(many));
  const Location place_of_bare = must(archive->append(bare));
  const Location last = must(archive->append(
      capture_of("https://example.org/last", kStart, page_number(3, 100'000))));
  EXPECT_EQ(std::ranges::count(must(archive->read(place_of_many)).facts, "context",
                               [](const auto& fact) { return fact.first; }),
            1'000);
  EXPECT_EQ(
      http::joined_header(must(archive->read(place_of_bare)).facts, "fetchTimeMs"),
      "120");
  EXPECT_EQ(must(archive->read(last)).body, page_number(3, 100'000));
}

TEST_F(ArchiveTest, DoesNotPassOffADamagedRecordAsGood) {
  std::string body;
  for (int i = 0; i < 400; ++i) body += std::to_string(i * 7919);
  Location place;
  {
    auto archive = open();
    place = must(archive->append(capture_of(kUrl, kStart, body)));
    must(archive->finish());
  }
  const std::string name = segments()[0];
  const std::string whole = disk_.content(name);
  for (Bytes at = place.offset + 20; at < place.offset + place.length; at += 97) {
    std::string damaged = whole;
    damaged[at] = char(damaged[at] ^ 0x11);
    disk_.set_content(name, damaged);
    const auto archive = open({.access = ArchiveOptions::Access::kRead});
    const auto content = archive->read(place);
    EXPECT_TRUE(!content.ok() || content->body == body) << at;
    const auto records = archive->records(place);
    EXPECT_TRUE(!records.ok() || content.ok()) << at;
  }
}

TEST_F(ArchiveTest, ReadsWhatIsNotInADamagedPack) {
  std::vector<Location> places;
  {
    auto archive = open({.most_captures = 1, .largest_pack = 1});
    for (int i = 0; i < 4; ++i) {
      places.push_back(
          must(archive->append(capture_of(kUrl, kStart + hours(i), page_number(i)))));
    }
    must(archive->finish());
    must(archive->pack(0));
  }
  std::vector<std::string> packs;
  for (const auto& name : must(disk_.names())) {
    if (name.ends_with(".pack")) packs.push_back(name);
  }
  ASSERT_GT(packs.size(), 1u);
  std::size_t unreadable = 0;
  for (const std::string& pack : packs) {
    const std::string whole = disk_.content(pack);
    disk_.set_content(pack, "no pack");
    const auto archive = open({.access = ArchiveOptions::Access::kRead});
    for (const Location& place : places) unreadable += !archive->read(place).ok();
    const auto report = must(verify(disk_, [](const std::string&) {}));
    EXPECT_TRUE(std::ranges::any_of(
        report.troubles, [&](const auto& each) { return each.file == pack; }));
    disk_.set_content(pack, whole);
  }
  EXPECT_EQ(unreadable, places.size()) << "each where its own pack is damaged";
}

TEST_F(ArchiveTest, ListsTheVersionsOfAUrlInOrderOverManySegments) {
  auto archive = open({.most_captures = 3});
  for (int i = 0; i < 20; ++i) {
    must(archive->append(capture_of(kUrl, kStart + hours(i), page_number(i))));
    must(archive->append(
        capture_of("https://example.org/ab", kStart + hours(i), page_number(100 + i))));
  }
  for (int round = 0; round < 2; ++round) {
    const auto versions = must(archive->versions(kUrl));
    ASSERT_EQ(versions.size(), 20u);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(versions[i].time, kStart + hours(i));
      EXPECT_EQ(versions[i].status, 200);
      EXPECT_EQ(versions[i].media_type, "text/html");
      EXPECT_EQ(must(archive->read(versions[i].location)).body, page_number(i));
    }
    const auto some =
        must(archive->versions(kUrl, kStart + hours(3), kStart + hours(5)));
    EXPECT_EQ(some.size(), 3u);
    archive.reset();
    archive = open();
  }
  EXPECT_GT(segments().size(), 10u);
  EXPECT_TRUE(must(archive->versions("https://example.org/none")).empty());
}

TEST_F(ArchiveTest, FindsTheVersionNearestToATime) {
  auto archive = open({.most_captures = 4});
  for (int i = 0; i < 10; ++i) {
    must(archive->append(capture_of(kUrl, kStart + hours(i), page_number(i))));
  }
  const auto nearest = [&](Time time) {
    return must(archive->nearest(kUrl, time))->time;
  };
  EXPECT_EQ(nearest(kStart - hours(5)), kStart);
  EXPECT_EQ(nearest(kStart + hours(50)), kStart + hours(9));
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(nearest(kStart + hours(i) + seconds(1799)), kStart + hours(i));
    EXPECT_EQ(nearest(kStart + hours(i) + seconds(1800)), kStart + hours(i));
    EXPECT_EQ(nearest(kStart + hours(i) + seconds(1801)), kStart + hours(i + 1));
  }
  EXPECT_EQ(must(archive->nearest("https://example.com/", kStart)), std::nullopt);
}

TEST_F(ArchiveTest, KeepsAnIdenticalPayloadOnceAcrossUrlsTimesAndRestarts) {
  auto archive = open();
  must(archive->append(capture_of(kUrl, kStart, noise(1, 50'000))));
  const auto size = disk_.content(segments()[0]).size();
  archive = nullptr;
  archive = open();
  const auto other = must(archive->append(
      capture_of("https://example.com/b", kStart + hours(1), noise(1, 50'000))));
  must(archive->commit());
  EXPECT_LT(disk_.content(segments()[1]).size(), size / 2);
  const auto versions = must(archive->versions("https://example.com/b"));
  ASSERT_EQ(versions.size(), 1u);
  EXPECT_TRUE(versions[0].is_revisit());
  const Content content = must(archive->read(other));
  EXPECT_EQ(content.url, "https://example.com/b");
  EXPECT_EQ(content.body, noise(1, 50'000));
  EXPECT_EQ(must(archive->original(versions[0])).url, kUrl);
}

TEST_F(ArchiveTest, KeepsAnAnswer304AsARevisitOfTheLastVersion) {
  auto archive = open();
  must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  must(archive->append(not_modified_at(kUrl, kStart + hours(1))));
  const auto place = must(archive->append(not_modified_at(kUrl, kStart + hours(2))));
  const Content content = must(archive->read(place));
  EXPECT_EQ(content.time, kStart + hours(2));
  EXPECT_EQ(content.status_line, "HTTP/1.1 200 OK");
  EXPECT_EQ(content.body, page_number(1));
  // There is nothing to refer to.
  const auto alone =
      must(archive->append(not_modified_at("https://example.com/", kStart)));
  EXPECT_EQ(must(archive->read(alone)).status_line, "HTTP/1.1 304 Not Modified");
}

TEST_F(ArchiveTest, AnAnswer304IsNotTakenForOneOfAnErrorPage) {
  auto archive = open();
  must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  Capture error = capture_of(kUrl, kStart + hours(1), page_number(2));
  error.status_line = "HTTP/1.1 503 Service Unavailable";
  must(archive->append(error));
  const auto place = must(archive->append(not_modified_at(kUrl, kStart + hours(2))));
  EXPECT_EQ(must(archive->read(place)).body, page_number(1));
}

TEST_F(ArchiveTest, AnAnswer304IsNotTakenForOneOfAnotherAddress) {
  const std::string other = "http://www.example.com/a", own = "https://example.com/a";
  auto archive = open();
  must(archive->append(capture_of(own, kStart, page_number(1))));
  must(archive->append(capture_of(other, kStart + hours(1), page_number(2))));
  const auto place = must(archive->append(not_modified_at(own, kStart + hours(2))));
  EXPECT_EQ(must(archive->read(place)).body, page_number(1));
}

TEST_F(ArchiveTest, AFileWithAnotherNameIsLeftAlone) {
  must(open()->append(capture_of(kUrl, kStart, page_number(1))));
  const std::string own = disk_.content(segments()[0]);
  for (const std::string name : {"curlew-export.warc.gz", "curlew-1-00000.warc.gz"}) {
    disk_.set_content(name, own.substr(0, own.size() / 2));
    auto archive = open();
    EXPECT_EQ(disk_.content(name), own.substr(0, own.size() / 2));
    must(archive->append(capture_of(kUrl, kStart + hours(1), page_number(2))));
    must(archive->finish());
  }
}

TEST_F(ArchiveTest, NamesSortByTimeEvenWhenTheClockIsSetBack) {
  auto archive = open({.most_captures = 1});
  for (const int hour : {0, 1, -5, -5, 2}) {
    must(archive->append(capture_of(kUrl, kStart + hours(hour), page_number(hour))));
    must(archive->finish());
  }
  EXPECT_EQ(segments().size(), 5u);
  EXPECT_EQ(must(must(Archive::open(disk_, {.access = ArchiveOptions::Access::kRead}))
                     ->versions(kUrl))
                .size(),
            5u);
  EXPECT_TRUE(std::ranges::is_sorted(segments()));
  EXPECT_THAT(disk_.content(segments().back()), testing::Not(testing::IsEmpty()));
}

TEST_F(ArchiveTest, LetsOneWriterInAndAnyReader) {
  const auto archive = open();
  must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  const auto second = Archive::open(disk_, {});
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().kind, ErrorKind::kBusy);
  const auto reader = open({.access = ArchiveOptions::Access::kRead});
  EXPECT_EQ(must(reader->versions(kUrl)).size(), 1u);
  EXPECT_FALSE(reader->append(capture_of(kUrl, kStart, "x")).ok());
  EXPECT_FALSE(reader->pack(0).ok());
}

TEST_F(ArchiveTest, AFullDiskRefusesACaptureAndTakesTheNextWhenThereIsRoom) {
  auto archive = open();
  must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  disk_.fill_up_after(100);
  const auto refused =
      archive->append(capture_of(kUrl, kStart + hours(1), page_number(2)));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kDiskFull);
  disk_.fill_up_after(1_MiB);
  must(archive->append(capture_of(kUrl, kStart + hours(2), page_number(3))));
  archive = nullptr;
  archive = open();
  EXPECT_EQ(must(archive->versions(kUrl)).size(), 2u);
  EXPECT_TRUE(archive->recovery().cut.empty());
}

TEST_F(ArchiveTest, AFullDiskAtTheBeginningOfAFileLeavesNone) {
  auto archive = open();
  disk_.fill_up_after(10);
  EXPECT_FALSE(archive->append(capture_of(kUrl, kStart, page_number(1))).ok());
  EXPECT_TRUE(segments().empty());
  disk_.fill_up_after(1_MiB);
  must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  EXPECT_EQ(segments().size(), 1u);
}

// All of the record can be read then, and still it is not whole.
TEST_F(ArchiveTest, ARecordWithoutTheEndOfItsMemberIsCutOffAndNotIndexed) {
  auto archive = open();
  must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  const auto torn =
      must(archive->append(capture_of(kUrl, kStart + hours(1), page_number(2))));
  std::string content = disk_.content(torn.segment);
  archive.reset();
  must(disk_.remove(index_name_of(torn.segment)));
  content.resize(torn.offset + torn.length - 8);
  content.resize(torn.offset + torn.length);
  disk_.set_content(torn.segment, content);
  archive = open();
  EXPECT_EQ(disk_.content(torn.segment).size(), torn.offset);
  EXPECT_EQ(must(archive->versions(kUrl)).size(), 1u);
  EXPECT_TRUE(must(verify(disk_, [](const auto&) {})).troubles.empty());
}

TEST_F(ArchiveTest, AFileThatSomebodyElsePutThereIsIndexedAndNotCut) {
  auto archive = open();
  must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  must(archive->finish());
  const std::string own = disk_.content(segments()[0]);
  archive = nullptr;
  disk_.set_content("other.warc.gz", own + own.substr(0, own.size() / 2));
  archive = open();
  EXPECT_EQ(must(archive->versions(kUrl)).size(), 2u);
  EXPECT_EQ(disk_.content("other.warc.gz").size(), own.size() + own.size() / 2);
  EXPECT_TRUE(archive->recovery().cut.empty());
}

// It opened the archive before, and the WARC file is gone.
TEST_F(ArchiveTest, AReaderFindsWhatWasPackedMeanwhile) {
  auto archive = open();
  const auto place = must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  must(archive->finish());
  const auto reader = open({.access = ArchiveOptions::Access::kRead});
  EXPECT_EQ(must(reader->read(place)).body, page_number(1));
  must(archive->pack(0));
  EXPECT_EQ(must(reader->read(place)).body, page_number(1));
}

TEST_F(ArchiveTest, TheIndexWrittenAlongIsTheOneThatTheFileGives) {
  auto archive = open();
  must(archive->append(capture_of(kUrl, kStart, page_number(1))));
  must(archive->append(capture_of(kUrl, kStart + hours(1), page_number(1))));
  must(archive->append(not_modified_at(kUrl, kStart + hours(2))));
  must(archive->append(capture_of("https://example.org/\xc3\xa4 b", kStart, "small")));
  must(archive->finish());
  const std::string segment = segments()[0];
  auto scan = must(scan_segment(*must(disk_.open(segment)), segment));
  EXPECT_TRUE(scan.troubles.empty());
  std::ranges::sort(scan.lines);
  std::string lines;
  for (const auto& line : scan.lines) lines += line + "\n";
  const std::string index = segment.substr(0, segment.size() - 8) + ".cdxj";
  EXPECT_EQ(disk_.content(index), lines);
  EXPECT_EQ(scan.lines.size(), 4u);
}

// What a capture says cannot end a line or a head early.
TEST_F(ArchiveTest, HostileFieldsStayInTheirLines) {
  auto archive = open();
  Capture capture =
      capture_of("https://example.org/\r\nWARC-Type: request", kStart, "x");
  capture.headers.emplace_back("X-Evil", "a\r\n\r\nWARC/1.1\r\nWARC-Type: response");
  capture.facts.emplace_back("evil\nname", "value\r\n");
  const auto place = must(archive->append(capture));
  EXPECT_EQ(must(archive->read(place)).body, "x");
  must(archive->finish());
  const std::string segment = segments()[0];
  const auto scan = must(scan_segment(*must(disk_.open(segment)), segment));
  EXPECT_TRUE(scan.troubles.empty());
  EXPECT_EQ(scan.records, 4u);
}

TEST_F(ArchiveTest, PackedVersionsAreReadUnderTheirOldPlaces) {
  const std::string shared = noise(3, 30'000);
  std::vector<Location> places;
  auto archive = open({.most_captures = 5});
  for (int i = 0; i < 40; ++i) {
    places.push_back(must(archive->append(capture_of(
        kUrl, kStart + hours(i), shared + fmt::format("<p>{}</p>", i / 2)))));
  }
  must(archive->commit());
  Bytes before = 0;
  for (const auto& name : segments()) before += disk_.content(name).size();
  const std::string exported = must(archive->records(places[0]));
  EXPECT_EQ(must(archive->pack(2)).files, 5u);
  EXPECT_EQ(must(archive->pack(2)).files, 0u);
  EXPECT_EQ(segments().size(), 3u);
  Bytes after = 0;
  for (const auto& name : must(disk_.names())) {
    if (!name.ends_with(".cdxj")) after += disk_.content(name).size();
  }
  EXPECT_LT(after, before / 2);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 40; ++i) {
      ASSERT_EQ(must(archive->read(places[i])).body,
                shared + fmt::format("<p>{}</p>", i / 2));
    }
    EXPECT_EQ(must(archive->versions(kUrl)).size(), 40u);
    EXPECT_EQ(must(archive->records(places[0])), exported);
    archive = nullptr;
    const auto report = must(verify(disk_, [](const std::string&) {}));
    EXPECT_TRUE(report.troubles.empty()) << report.troubles[0].trouble.reason;
    EXPECT_EQ(report.records, 8u + 40 * 3);
    archive = open();
  }
  // A payload that lies in a pack is not stored again.
  const auto again = must(archive->append(
      capture_of("https://example.com/", kStart + hours(99), shared + "<p>0</p>")));
  EXPECT_LT(again.length, 1000u);
  EXPECT_EQ(must(archive->read(again)).body, shared + "<p>0</p>");
}

// At every operation: the WARC file goes only when the pack has it for good.
TEST_F(ArchiveTest, APackingThatIsInterruptedLosesNothing) {
  Random random(2);
  for (const auto unsynced :
       {MemoryDisk::Unsynced::kLost, MemoryDisk::Unsynced::kByChance,
        MemoryDisk::Unsynced::kKept}) {
    for (std::int64_t operation = 1;; ++operation) {
      MemoryDisk disk;
      auto archive = must(Archive::open(disk, {.most_captures = 3}));
      for (int i = 0; i < 10; ++i) {
        must(archive->append(capture_of(kUrl, kStart + hours(i), page_number(i))));
      }
      must(archive->finish());
      disk.die_at(operation);
      const bool is_done = archive->pack(0).ok();
      archive.reset();
      disk.restart(unsynced, random);
      archive = must(Archive::open(disk, {}));
      const auto versions = must(archive->versions(kUrl));
      ASSERT_EQ(versions.size(), 10u) << operation;
      for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(must(archive->read(versions[i].location)).body, page_number(i));
      }
      must(archive->pack(0));
      archive.reset();
      ASSERT_TRUE(must(verify(disk, [](const std::string&) {})).troubles.empty());
      if (!is_done) continue;
      EXPECT_GT(operation, 10);
      break;
    }
  }
}

}  // namespace
}  // namespace curlew::archive
