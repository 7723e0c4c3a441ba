// No room left: said so, nothing committed lost, and writing goes on when room returns.
// The room is taken by a limit on file sizes, which needs no mount and no root.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

// In bytes; what is there already stays.
void limit_files(rlim_t size) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = size;
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

class DiskFull : public StoreTest {
 protected:
  ~DiskFull() override { limit_files(RLIM_INFINITY); }

  Result<void> write_batch(std::uint64_t number) {
    TRY_ASSIGN(auto batch, store_->begin());
    TRY(record(*store_, report_of(source_, static_cast<std::int64_t>(number)), 50));
    const model::Entry entry = entry_titled(std::string(2000, 'x'));
    for (std::uint64_t i = 0; i < 50; ++i) {
      TRY(add_one(*store_, article_of(source_, number * 50 + i, entry)));
    }
    return batch.commit();
  }
  // Until the disk is full; the number of batches that went in.
  std::uint64_t fill() {
    for (std::uint64_t number = 0;; ++number) {
      const auto written = write_batch(number);
      if (written.ok()) continue;
      EXPECT_EQ(written.error().kind, ErrorKind::kDiskFull) << written.error().text;
      EXPECT_NE(written.error().text.find(path_), std::string::npos);
      return number;
    }
  }
  void expect_batches(std::uint64_t count) {
    const auto rows = must(store_->articles().newest_of(source_, 1'000'000));
    EXPECT_EQ(rows.size(), count * 50);
    EXPECT_EQ(must(store_->visits().of(source_, 1'000'000)).size(), count);
    must(store_->verify());
  }

  const model::SourceId source_ = add("https://example.org/");
};

TEST_F(DiskFull, LosesNothingAndGoesOnWhenThereIsRoom) {
  limit_files(2 << 20);
  const auto batches = fill();
  EXPECT_GT(batches, 0u);
  expect_batches(batches);
  EXPECT_EQ(write_batch(batches).error().kind, ErrorKind::kDiskFull) << "still full";

  limit_files(RLIM_INFINITY);
  must(write_batch(batches));
  expect_batches(batches + 1);
}

TEST_F(DiskFull, LosesNothingWhenTheProgramEndsThen) {
  limit_files(2 << 20);
  const auto batches = fill();
  store_.reset();
  limit_files(RLIM_INFINITY);
  store_ = open();
  expect_batches(batches);
}

TEST_F(DiskFull, IsSaidWhenThereIsNoRoomToBegin) {
  const TemporaryFolder folder;
  limit_files(100);
  const auto store = open_sqlite_store(folder.file("another.db"), OpenMode::kReadWrite);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().kind, ErrorKind::kDiskFull) << store.error().text;
}

TEST_F(DiskFull, SpoilsTheWholeBatch) {
  limit_files(1 << 18);
  auto batch = must(store_->begin());
  const model::Entry entry = entry_titled(std::string(1 << 20, 'x'));
  must(record(*store_, report_of(source_, 1), 1));
  // More than the cache, so that it must go to the disk before the commit.
  Result<void> result;
  for (std::uint64_t i = 0; result.ok() && i < 100; ++i) {
    if (auto added = add_one(*store_, article_of(source_, i, entry)); !added.ok()) {
      result = added.error();
    }
  }
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::kDiskFull);
  limit_files(RLIM_INFINITY);
  EXPECT_FALSE(record(*store_, report_of(source_, 2), 1).ok());
  EXPECT_FALSE(batch.commit().ok()) << "half a batch would be in";
}

}  // namespace
}  // namespace curlew::store
