// An archive that is kept twice: power is lost at every operation of either half, and
// each half has all that was committed; then both are equal again.

#include "archive/copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/archive.h"
#include "archive/archive_fixture.h"
#include "archive/memory_disk.h"
#include "archive/mirrored_disk.h"
#include "archive/verify.h"

namespace curlew::archive {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kKeptTwice = "https://example.org/";
constexpr int kCommitsOfARun = 3;

Time hour(int number) { return kStart + std::chrono::hours(number); }

struct Halves {
  const std::shared_ptr<MemoryDisk> first = std::make_shared<MemoryDisk>();
  const std::shared_ptr<MemoryDisk> second = std::make_shared<MemoryDisk>();

  // As a terminal opens it.
  Result<std::unique_ptr<MirroredDisk>> open() const {
    TRY(make_equal(*first, *second));
    return std::make_unique<MirroredDisk>(first, second);
  }
  void restart(MemoryDisk::Unsynced unsynced, Random& random) const {
    first->restart(unsynced, random);
    second->restart(unsynced, random);
  }
};

Result<void> write_to_both(const Halves& halves, int begin, int& committed) {
  TRY_ASSIGN(const auto disk, halves.open());
  TRY_ASSIGN(const auto archive, Archive::open(*disk, {.most_captures = 2}));
  for (int i = begin; i < begin + kCommitsOfARun; ++i) {
    TRY(archive->append(capture_of(kKeptTwice, hour(i), page_number(i))));
    TRY(archive->commit());
    committed = i + 1;
  }
  TRY(archive->pack(0));
  return {};
}

// Two runs with packing, and an index that is replaced.
Result<void> live_twice(const Halves& halves, int& committed) {
  TRY(write_to_both(halves, 0, committed));
  TRY(write_to_both(halves, kCommitsOfARun, committed));
  TRY_ASSIGN(const auto disk, halves.open());
  TRY(rebuild_index(*disk));
  return {};
}

// On this disk alone.
void expect_committed(MemoryDisk& disk, int committed) {
  const auto archive =
      must(Archive::open(disk, {.access = ArchiveOptions::Access::kRead}));
  const auto versions = must(archive->versions(kKeptTwice));
  ASSERT_GE(versions.size(), static_cast<std::size_t>(committed));
  for (std::size_t i = 0; i < versions.size(); ++i) {
    ASSERT_EQ(versions[i].time, hour(static_cast<int>(i)));
    ASSERT_EQ(must(archive->read(versions[i].location)).body,
              page_number(static_cast<int>(i)));
  }
}

void expect_equal(const Halves& halves, int committed) {
  // Opening it repairs what the crash left, in both halves.
  {
    const auto disk = must(halves.open());
    must(Archive::open(*disk, {}));
    for (const auto& [file, trouble] :
         must(verify(*disk, [](const auto&) {})).troubles) {
      ADD_FAILURE() << file << " at " << trouble.offset << ": " << trouble.reason;
    }
  }
  for (const auto& each : must(compare_halves(*halves.first, *halves.second))) {
    ADD_FAILURE() << each.file << " at " << each.offset << ": " << each.reason;
  }
  expect_committed(*halves.first, committed);
  expect_committed(*halves.second, committed);
}

enum class Dies { kFirst, kSecond };
class CopiesPowerLoss
    : public testing::TestWithParam<std::tuple<Dies, MemoryDisk::Unsynced>> {
 protected:
  MemoryDisk& dying(const Halves& halves) const {
    return std::get<0>(GetParam()) == Dies::kFirst ? *halves.first : *halves.second;
  }
  MemoryDisk::Unsynced unsynced() const { return std::get<1>(GetParam()); }
};

TEST_P(CopiesPowerLoss, EachHalfHasWhatWasCommittedAndBothBecomeEqual) {
  Random random(7);
  for (std::int64_t operation = 1;; ++operation) {
    SCOPED_TRACE(testing::Message() << "power lost at operation " << operation);
    const Halves halves;
    int committed = 0;
    dying(halves).die_at(operation);
    const auto lived = live_twice(halves, committed);
    const bool has_died = dying(halves).is_dead();
    EXPECT_TRUE(lived.ok() || has_died) << lived.error().text;
    halves.restart(unsynced(), random);
    ASSERT_NO_THROW(expect_committed(*halves.first, committed));
    ASSERT_NO_THROW(expect_committed(*halves.second, committed));
    ASSERT_NO_THROW(expect_equal(halves, committed));
    if (HasFailure() || !has_died) {
      EXPECT_GT(operation, 60);
      return;
    }
  }
}

// One half is lost, and the power as well while it is made again.
TEST_P(CopiesPowerLoss, AHalfThatIsGoneIsMadeAgainHoweverOftenItIsInterrupted) {
  Random random(8);
  for (const Dies gone : {Dies::kFirst, Dies::kSecond}) {
    for (std::int64_t operation = 1;; ++operation) {
      SCOPED_TRACE(testing::Message() << "power lost at operation " << operation);
      const Halves whole;
      int committed = 0;
      ASSERT_TRUE(live_twice(whole, committed).ok());
      const Halves halves = gone == Dies::kFirst ? Halves{.second = whole.second}
                                                 : Halves{.first = whole.first};
      dying(halves).die_at(operation);
      const auto opened = halves.open();
      const bool has_died = dying(halves).is_dead();
      EXPECT_TRUE(opened.ok() || has_died) << opened.error().text;
      halves.restart(unsynced(), random);
      ASSERT_NO_THROW(expect_equal(halves, committed));
      if (HasFailure()) return;
      if (!has_died) break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, CopiesPowerLoss,
    testing::Combine(testing::Values(Dies::kFirst, Dies::kSecond),
                     testing::Values(MemoryDisk::Unsynced::kLost,
                                     MemoryDisk::Unsynced::kByChance,
                                     MemoryDisk::Unsynced::kKept)));

class CopiesTest : public testing::Test {
 protected:
  CopiesTest() {
    if (!live_twice(halves_, committed_).ok()) throw std::runtime_error("cannot live");
    for (const auto& name : must(halves_.first->names())) {
      (name.ends_with(".pack")   ? pack_
       : name.ends_with(".cdxj") ? index_
                                 : segment_) = name;
    }
  }
  std::vector<std::string> differing() {
    std::vector<std::string> lines;
    for (const auto& each : must(compare_halves(*halves_.first, *halves_.second))) {
      lines.push_back(fmt::format("{} at {}: {}", each.file, each.offset, each.reason));
    }
    return lines;
  }

  const Halves halves_;
  int committed_ = 0;
  std::string pack_, index_, segment_;
};

TEST_F(CopiesTest, AreWrittenAlike) {
  EXPECT_THAT(differing(), IsEmpty());
  EXPECT_FALSE(pack_.empty() || index_.empty() || segment_.empty());
}

TEST_F(CopiesTest, AreComparedByteForByte) {
  const std::string sound = halves_.first->content(segment_);
  std::string damaged = sound;
  damaged[100] ^= 1;
  halves_.second->set_content(segment_, damaged);
  must(halves_.second->remove(pack_));
  must(halves_.first->remove(index_));
  EXPECT_THAT(
      differing(),
      ElementsAre(
          pack_ + " at 0: is not in the copy", index_ + " at 0: is only in the copy",
          fmt::format("{} at 100: differs from its copy: {} bytes here, {} there",
                      segment_, sound.size(), sound.size())));
}

// Whichever half has it.
TEST_F(CopiesTest, TheSounderFileStays) {
  for (const auto& name : {segment_, pack_, index_}) {
    for (const auto& half : {halves_.first, halves_.second}) {
      const std::string sound = half->content(name);
      half->set_content(name, sound.substr(0, sound.size() / 2));
      EXPECT_THAT(must(make_equal(*halves_.first, *halves_.second)), ElementsAre(name));
      EXPECT_EQ(half->content(name), sound);
      // A line of an index says nothing of its own soundness.
      if (name == index_) continue;
      std::string damaged = sound;
      damaged[sound.size() / 2] ^= 1;
      half->set_content(name, damaged);
      MemoryDisk& other = half == halves_.first ? *halves_.second : *halves_.first;
      EXPECT_THAT(must(take_over(*half, other)), ElementsAre(name));
      EXPECT_EQ(half->content(name), sound);
    }
  }
}

TEST_F(CopiesTest, WhatIsTakenOverStaysWhereItWas) {
  must(halves_.first->remove(pack_));
  must(halves_.second->remove(index_));
  const auto before = must(halves_.second->names());
  EXPECT_THAT(must(take_over(*halves_.first, *halves_.second)), ElementsAre(pack_));
  EXPECT_EQ(must(halves_.second->names()), before);
}

TEST_F(CopiesTest, WhatOneLacksIsReadFromTheOther) {
  for (const auto& half : {halves_.first, halves_.second}) {
    for (const auto& name : must(half->names())) must(half->remove(name));
    MirroredDisk disk(halves_.first, halves_.second);
    const auto archive =
        must(Archive::open(disk, {.access = ArchiveOptions::Access::kRead}));
    EXPECT_EQ(must(archive->versions(kKeptTwice)).size(), std::size_t(committed_));
    must(make_equal(*halves_.first, *halves_.second));
  }
}

TEST_F(CopiesTest, AreNotMadeEqualWhileSomebodyWrites) {
  const auto lock = must(halves_.second->lock());
  const auto made = make_equal(*halves_.first, *halves_.second);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().kind, ErrorKind::kBusy);
}

}  // namespace
}  // namespace curlew::archive
