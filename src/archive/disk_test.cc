// The folder, its twin in memory and two disks as one do the same.

#include "archive/disk.h"

#include <gtest/gtest.h>

#include "archive/archive_fixture.h"
#include "archive/memory_disk.h"
#include "archive/mirrored_disk.h"
#include "base/temporary_folder_test.h"

namespace curlew::archive {
namespace {

enum class Kind { kFolder, kMemory, kMirrored };

class DiskTest : public testing::TestWithParam<Kind> {
 protected:
  DiskTest() {
    if (GetParam() == Kind::kFolder) {
      disk_ = must(open_folder(folder_.file("below/archive")));
    } else if (GetParam() == Kind::kMemory) {
      disk_ = std::make_unique<MemoryDisk>();
    } else {
      disk_ = std::make_unique<MirroredDisk>(std::make_shared<MemoryDisk>(),
                                             must(open_folder(folder_.file("copy"))));
    }
  }
  const TemporaryFolder folder_;
  std::unique_ptr<Disk> disk_;
};

TEST_P(DiskTest, FilesGrowAreReadAndCut) {
  const auto file = must(disk_->create("b"));
  must(file->append("0123456789"));
  EXPECT_EQ(file->size(), 10u);
  EXPECT_EQ(must(file->read(3, 4)), "3456");
  EXPECT_EQ(must(file->read(8, 4)), "89");
  EXPECT_EQ(must(file->read(10, 4)), "");
  must(file->truncate(4));
  must(file->append("x"));
  must(file->sync());
  EXPECT_EQ(must(must(disk_->open("b"))->read(0, 100)), "0123x");
}

TEST_P(DiskTest, NamesAreSortedUniqueAndMovable) {
  must(disk_->create("b"));
  must(disk_->create("a"));
  EXPECT_EQ(disk_->create("a").error().kind, ErrorKind::kExists);
  EXPECT_EQ(disk_->open("c").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(disk_->remove("c").error().kind, ErrorKind::kNotFound);
  EXPECT_EQ(must(disk_->names()), (std::vector<std::string>{"a", "b"}));
  must(disk_->rename("a", "b"));
  must(disk_->sync_names());
  EXPECT_EQ(must(disk_->names()), (std::vector<std::string>{"b"}));
  must(write_whole(*disk_, "b", "content"));
  must(write_whole(*disk_, "b", "other"));
  EXPECT_EQ(must(must(disk_->open("b"))->read(0, 100)), "other");
  EXPECT_EQ(must(disk_->names()).size(), 1u);
}

TEST_P(DiskTest, OneHasTheLock) {
  auto lock = must(disk_->lock());
  EXPECT_EQ(disk_->lock().error().kind, ErrorKind::kBusy);
  lock.reset();
  must(disk_->lock());
  EXPECT_TRUE(must(disk_->names()).empty());
}

INSTANTIATE_TEST_SUITE_P(All, DiskTest,
                         testing::Values(Kind::kFolder, Kind::kMemory,
                                         Kind::kMirrored));

}  // namespace
}  // namespace curlew::archive
