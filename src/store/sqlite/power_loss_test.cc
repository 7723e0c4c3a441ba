// Power loss at every single write, truncation and sync of a store's life: over a
// handful of batches to the checkpoint at its end; and at every eleventh while its
// tables are made, which are many writes of one kind.

#include <gtest/gtest.h>

#include "base/random.h"
#include "store/migration.h"
#include "store/sqlite/failing_disk_test.h"
#include "store/sqlite/sqlite_database.h"
#include "store/status.h"
#include "store/store.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

constexpr int kBatches = 4;
constexpr int kArticlesAtOnce = 3;
// A prime, so that all places of a repeated pattern are met.
constexpr std::int64_t kStrideOfMigrations = 11;

Result<std::unique_ptr<Store>> open_on(const std::string& path,
                                       const char* file_layer) {
  TRY_ASSIGN(auto database, open_sqlite({.path = path,
                                         .application_id = kCentralMark,
                                         .file_layer = file_layer}));
  TRY(migrate(*database, central_migrations()));
  return std::make_unique<Store>(std::move(database));
}

struct Acknowledged {
  bool source = false;
  int batches = 0;
};

Result<void> write_batch(Store& store, model::SourceId source, int number) {
  TRY_ASSIGN(auto batch, store.begin());
  TRY(record(store, report_of(source, number), kArticlesAtOnce));
  for (int i = 0; i < kArticlesAtOnce; ++i) {
    const auto entry = entry_titled(std::string(1500, 'x'));
    const auto key = static_cast<std::uint64_t>(number * kArticlesAtOnce + i);
    TRY(add_one(store, article_of(source, key, entry, true)));
  }
  return batch.commit();
}

Result<void> live(const std::string& path, Acknowledged& acknowledged) {
  TRY_ASSIGN(const auto store, open_on(path, FailingDisk::kLayer));
  TRY_ASSIGN(const auto source,
             store->sources().add(source_at("https://example.org/"), kNow));
  acknowledged.source = true;
  for (int i = 0; i < kBatches; ++i) {
    TRY(write_batch(*store, source, i));
    ++acknowledged.batches;
  }
  return {};
}

void expect_sound(const std::string& path, const Acknowledged& acknowledged) {
  const auto store = must(open_on(path, ""));
  must(store->verify());
  const auto status = must(count_status(*store, kNow, kLateAfter));
  EXPECT_GE(status.sources, acknowledged.source ? 1 : 0);
  // A batch whose commit() had no time to return may be there, whole.
  EXPECT_GE(status.visits_last_hour, acknowledged.batches);
  EXPECT_LE(status.visits_last_hour, acknowledged.batches + 1);
  EXPECT_EQ(status.articles, status.visits_last_hour * kArticlesAtOnce);
  EXPECT_EQ(status.pages_wanted, status.articles);
  EXPECT_EQ(must(store->articles().newest({}, 1000)).size(),
            static_cast<std::size_t>(status.articles));
}

class PowerLoss : public testing::TestWithParam<Unsynced> {};

TEST_P(PowerLoss, LosesNothingCommittedAndKeepsNothingByHalf) {
  FailingDisk disk;
  Random random(5);
  for (std::int64_t operation = 1, stride = 1;; operation += stride) {
    SCOPED_TRACE(testing::Message() << "power lost at operation " << operation);
    TemporaryFolder folder;
    const std::string path = folder.file("curlew.db");
    Acknowledged acknowledged;
    disk.die_at(operation);
    const auto lived = live(path, acknowledged);
    const bool has_died = disk.is_dead();
    EXPECT_TRUE(lived.ok() || has_died) << lived.error().text;
    stride = acknowledged.source ? 1 : kStrideOfMigrations;
    disk.restart(GetParam(), random);
    ASSERT_NO_THROW(expect_sound(path, acknowledged));
    if (HasFailure() || !has_died) {
      EXPECT_GT(operation, 50);
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, PowerLoss,
                         testing::Values(Unsynced::kLost, Unsynced::kByChance));

}  // namespace
}  // namespace curlew::store
