// Power loss, and the death of the process, at every single operation of an archive's
// life: several segments, a restart in between, and the end.

#include <gtest/gtest.h>

#include "archive/archive.h"
#include "archive/archive_fixture.h"
#include "archive/memory_disk.h"
#include "archive/segment/scan.h"

namespace curlew::archive {
namespace {

constexpr const char* kPage = "https://example.org/";
constexpr int kCommits = 6;

Time time_of(int number) { return kStart + std::chrono::hours(number); }

Result<void> write_some(Disk& disk, int first, int& committed) {
  TRY_ASSIGN(const auto archive, Archive::open(disk, {.most_captures = 2}));
  for (int i = first; i < first + kCommits; ++i) {
    // Every third one is as the one before: a revisit.
    TRY(archive->append(capture_of(kPage, time_of(i), page_number(i - (i % 3 == 2)))));
    TRY(archive->commit());
    committed = i + 1;
  }
  return {};
}

Result<void> live_on(Disk& disk, int& committed) {
  TRY(write_some(disk, 0, committed));
  return write_some(disk, kCommits, committed);
}

void expect_all_there(MemoryDisk& disk, int committed) {
  const auto archive = must(Archive::open(disk, {}));
  const auto versions = must(archive->versions(kPage));
  ASSERT_GE(versions.size(), static_cast<std::size_t>(committed));
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const int number = static_cast<int>(i);
    ASSERT_EQ(versions[i].time, time_of(number));
    ASSERT_EQ(must(archive->read(versions[i].location)).body,
              page_number(number - (number % 3 == 2)));
  }
  for (const auto& name : must(disk.names())) {
    if (!name.ends_with(".warc.gz")) continue;
    const auto scan = must(scan_segment(*must(disk.open(name)), name));
    ASSERT_TRUE(scan.troubles.empty()) << name << ": " << scan.troubles[0].reason;
  }
}

class ArchivePowerLoss : public testing::TestWithParam<MemoryDisk::Unsynced> {};

TEST_P(ArchivePowerLoss, LosesNoCommittedVersionAndLeavesSoundFiles) {
  Random random(7);
  for (std::int64_t operation = 1;; ++operation) {
    SCOPED_TRACE(testing::Message() << "power lost at operation " << operation);
    MemoryDisk disk;
    int committed = 0;
    disk.die_at(operation);
    const auto lived = live_on(disk, committed);
    const bool has_died = disk.is_dead();
    EXPECT_TRUE(lived.ok() || has_died) << lived.error().text;
    disk.restart(GetParam(), random);
    ASSERT_NO_THROW(expect_all_there(disk, committed));
    if (HasFailure() || !has_died) {
      EXPECT_GT(operation, 40);
      return;
    }
  }
}

// The repair itself may be cut short, at every operation as well.
TEST_P(ArchivePowerLoss, ARepairThatIsInterruptedIsMadeAgain) {
  Random random(8);
  for (std::int64_t operation = 1; operation < 12; ++operation) {
    MemoryDisk disk;
    int committed = 0;
    disk.die_at(21);
    ASSERT_FALSE(live_on(disk, committed).ok());
    disk.restart(MemoryDisk::Unsynced::kKept, random);
    disk.die_at(operation);
    if (const auto opened = Archive::open(disk, {}); opened.ok()) break;
    disk.restart(GetParam(), random);
    ASSERT_NO_THROW(expect_all_there(disk, committed));
  }
}

INSTANTIATE_TEST_SUITE_P(All, ArchivePowerLoss,
                         testing::Values(MemoryDisk::Unsynced::kLost,
                                         MemoryDisk::Unsynced::kByChance,
                                         MemoryDisk::Unsynced::kKept));

}  // namespace
}  // namespace curlew::archive
