// Versions that are let go: their bytes leave the packs, all others stay, whatever
// happens in between.

#include <gtest/gtest.h>

#include <algorithm>

#include "archive/archive.h"
#include "archive/archive_fixture.h"
#include "archive/memory_disk.h"
#include "archive/verify.h"

namespace curlew::archive {
namespace {

using std::chrono::hours;

constexpr const char* kThinned = "https://example.org/";
constexpr int kVersions = 20;

// Every fifth one is of another page, and long.
std::string_view url_of(int number) {
  return number % 5 == 4 ? "https://example.org/other" : kThinned;
}
std::string body_of(int number) {
  return page_number(number, number % 5 == 4 ? 2000 : 700);
}
bool goes(int number) { return number % 3 == 1; }

std::vector<Location> write_versions(Archive& archive) {
  std::vector<Location> places;
  for (int i = 0; i < kVersions; ++i) {
    places.push_back(
        must(archive.append(capture_of(url_of(i), kStart + hours(i), body_of(i)))));
  }
  must(archive.finish());
  return places;
}

std::vector<Location> those_that_go(const std::vector<Location>& places) {
  std::vector<Location> going;
  for (int i = 0; i < kVersions; ++i) {
    if (goes(i)) going.push_back(places[static_cast<std::size_t>(i)]);
  }
  return going;
}

// As its caller does, until nothing more can go.
Result<void> let_go_of(Archive& archive, std::vector<Location> places, Bytes most) {
  while (true) {
    TRY_ASSIGN(const auto gone, archive.let_go(places, most));
    if (!gone) continue;
    if (gone->empty()) return {};
    std::erase_if(places, [&](const Location& place) {
      return std::ranges::find(*gone, place) != gone->end();
    });
  }
}

Result<void> pack_all(Archive& archive, Bytes most) {
  while (true) {
    TRY_ASSIGN(const Packed packed, archive.pack(0, most));
    if (packed.is_done) return {};
  }
}

std::string first_trouble(Disk& disk) {
  const auto report = must(verify(disk, [](const std::string&) {}));
  return report.troubles.empty() ? "" : report.troubles[0].trouble.reason;
}

void expect_kept(const Archive& archive, const std::vector<Location>& places) {
  for (int i = 0; i < kVersions; ++i) {
    if (goes(i)) continue;
    const Location& place = places[static_cast<std::size_t>(i)];
    ASSERT_EQ(must(archive.read(place)).body, body_of(i)) << i;
    ASSERT_EQ(
        must(archive.versions(url_of(i), kStart + hours(i), kStart + hours(i))).size(),
        1u);
  }
}

class LetGoTest : public testing::Test {
 protected:
  std::unique_ptr<Archive> open() {
    return must(Archive::open(disk_, {.most_captures = 4}));
  }
  MemoryDisk disk_;
};

TEST_F(LetGoTest, TakesThemOutOfPacksAndLeavesTheOthers) {
  auto archive = open();
  const auto places = write_versions(*archive);
  // A little at a time, as it is done beside visits.
  must(pack_all(*archive, 1));
  const Bytes before = disk_.content("curlew-00000.pack").size();
  must(let_go_of(*archive, those_that_go(places), 1));
  EXPECT_LT(disk_.content("curlew-00000.pack").size(), before);
  for (int round = 0; round < 2; ++round) {
    expect_kept(*archive, places);
    EXPECT_EQ(must(archive->versions(kThinned)).size(), 11u);
    for (const Location& place : those_that_go(places)) {
      EXPECT_EQ(archive->read(place).error().kind, ErrorKind::kNotFound);
    }
    archive = nullptr;
    EXPECT_EQ(first_trouble(disk_), "");
    archive = open();
  }
  // What went is stored again when it comes again, and is packed behind the others.
  const auto again =
      must(archive->append(capture_of(kThinned, kStart + hours(99), body_of(1))));
  must(archive->finish());
  must(pack_all(*archive, Archive::kAll));
  EXPECT_EQ(must(archive->read(again)).body, body_of(1));
  expect_kept(*archive, places);
}

TEST_F(LetGoTest, WhatIsNotPackedWaitsUntilItIs) {
  auto archive = open();
  const auto places = write_versions(*archive);
  const auto going = those_that_go(places);
  EXPECT_EQ(must(archive->let_go(going)), std::nullopt);
  must(let_go_of(*archive, going, Archive::kAll));
  EXPECT_EQ(must(archive->read(going[0])).body, body_of(1));
  must(pack_all(*archive, Archive::kAll));
  must(let_go_of(*archive, going, Archive::kAll));
  EXPECT_FALSE(archive->read(going[0]).ok());
  // Whoever was not told hears it when he asks again.
  EXPECT_EQ(must(archive->let_go(going)), going);
}

TEST_F(LetGoTest, WhatARevisitRefersToStays) {
  auto archive = open();
  const auto places = write_versions(*archive);
  const auto revisit = must(archive->append(
      capture_of("https://example.com/", kStart + hours(50), body_of(1))));
  must(archive->finish());
  archive = nullptr;
  archive = open();
  std::optional<bool> is_referred;
  while (!is_referred) is_referred = must(archive->is_referred(places[1]));
  EXPECT_TRUE(*is_referred);
  EXPECT_EQ(must(archive->is_referred(places[2])), false);
  EXPECT_EQ(must(archive->is_referred(revisit)), false);
  must(pack_all(*archive, Archive::kAll));
  must(let_go_of(*archive, those_that_go(places), Archive::kAll));
  EXPECT_EQ(must(archive->read(revisit)).body, body_of(1));
  EXPECT_FALSE(archive->read(places[4]).ok());
  archive = nullptr;
  EXPECT_EQ(first_trouble(disk_), "");
}

// As when both pages of an article that is in two feeds go at once.
TEST_F(LetGoTest, WhatARevisitReferredToGoesAfterIt) {
  auto archive = open();
  const auto first = must(archive->append(
      capture_of("https://example.com/1", kStart + hours(1), body_of(1))));
  const auto revisit = must(archive->append(
      capture_of("https://example.com/2", kStart + hours(2), body_of(1))));
  const auto other = must(archive->append(
      capture_of("https://example.com/3", kStart + hours(3), body_of(2))));
  must(archive->finish());
  must(pack_all(*archive, Archive::kAll));
  std::vector<Location> going{first, revisit};
  const auto ask = [&] {
    std::optional<std::vector<Location>> gone;
    while (!gone) gone = must(archive->let_go(going));
    for (const Location& each : *gone) std::erase(going, each);
    return gone->size();
  };
  EXPECT_EQ(ask(), 1u) << "the revisit";
  EXPECT_EQ(going, std::vector<Location>{first}) << "who asks is not told that it went";
  EXPECT_EQ(must(archive->read(first)).body, body_of(1));
  EXPECT_EQ(ask(), 1u);
  EXPECT_FALSE(archive->read(first).ok());
  EXPECT_EQ(must(archive->read(other)).body, body_of(2));
  archive = nullptr;
  EXPECT_EQ(first_trouble(disk_), "");
}

TEST_F(LetGoTest, ADamagedPackIsLeftAsItIs) {
  auto archive = open();
  const auto places = write_versions(*archive);
  must(pack_all(*archive, Archive::kAll));
  archive = nullptr;
  std::string content = disk_.content("curlew-00000.pack");
  content[content.find("ENT1", content.size() / 2)] = 'X';
  disk_.set_content("curlew-00000.pack", content);
  archive = open();
  must(let_go_of(*archive, those_that_go(places), Archive::kAll));
  archive = nullptr;
  EXPECT_EQ(disk_.content("curlew-00000.pack"), content);
}

// At every operation of packing and letting go.
TEST(LetGo, LosesNothingElseWhenItIsInterrupted) {
  Random random(5);
  for (const auto unsynced :
       {MemoryDisk::Unsynced::kLost, MemoryDisk::Unsynced::kByChance,
        MemoryDisk::Unsynced::kKept}) {
    for (std::int64_t operation = 1;; ++operation) {
      SCOPED_TRACE(testing::Message() << "power lost at operation " << operation);
      MemoryDisk disk;
      auto archive = must(Archive::open(disk, {.most_captures = 4}));
      const auto places = write_versions(*archive);
      disk.die_at(operation);
      const bool is_done = pack_all(*archive, 2000).ok() &&
                           let_go_of(*archive, those_that_go(places), 2000).ok();
      archive.reset();
      disk.restart(unsynced, random);
      ASSERT_EQ(first_trouble(disk), "");
      archive = must(Archive::open(disk, {}));
      expect_kept(*archive, places);
      must(pack_all(*archive, Archive::kAll));
      must(let_go_of(*archive, those_that_go(places), Archive::kAll));
      expect_kept(*archive, places);
      ASSERT_EQ(must(archive->versions(kThinned)).size(), 11u);
      archive.reset();
      ASSERT_EQ(first_trouble(disk), "");
      if (testing::Test::HasFailure()) return;
      if (!is_done) continue;
      EXPECT_GT(operation, 40);
      break;
    }
  }
}

}  // namespace
}  // namespace curlew::archive
