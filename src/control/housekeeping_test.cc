#include "control/housekeeping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/temporary_folder_test.h"
#include "store/sqlite/sqlite_database.h"
#include "store/store.h"

namespace curlew::control {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

class HousekeepingTest : public testing::Test {
 protected:
  HousekeepingTest()
      : store_(*store::open_sqlite_store(folder_.file("central.db"),
                                         store::OpenMode::kReadWrite)) {
    model::Source source;
    source.url = "http://news.example/feed";
    source_ = *store_->sources().add(source, clock_.now());
  }

  // An article with a visit that found it.
  void find_article() {
    ++found_;
    model::VisitReport report;
    report.id = {model::first_visit_id(clock_.now()).value + found_};
    report.source = source_;
    report.started = clock_.now();
    model::Entry entry;
    entry.title = "title";
    auto batch = *store_->begin();
    ASSERT_TRUE(store_->visits().record(report, {}, {.new_articles = 1}).ok());
    const store::NewArticle article{.source = source_,
                                    .key = std::uint64_t(found_),
                                    .entry = &entry,
                                    .found = clock_.now()};
    ASSERT_TRUE(store_->articles().insert({found_}, article).ok());
    ASSERT_TRUE(store_->articles().note_inserted(1).ok());
    ASSERT_TRUE(
        store_->schedule()
            .save(
                {.source = source_, .next_due = clock_.now(), .last_new = clock_.now()})
            .ok());
    ASSERT_TRUE(batch.commit().ok());
  }

  void start() {
    housekeeping_ = std::make_unique<Housekeeping>(options_, *store_, clock_);
  }
  // As the controller's thread does, for a while.
  void run(Milliseconds time) {
    for (Milliseconds past{0}; past < time; past += minutes(5)) {
      ASSERT_TRUE(housekeeping_->step().ok());
      ASSERT_TRUE(housekeeping_->step().ok());
      clock_.advance(minutes(5));
    }
  }
  std::size_t articles() {
    return store_->articles().newest_of(source_, 1'000)->size();
  }
  std::size_t visits() { return store_->visits().of(source_, 1'000)->size(); }

  TemporaryFolder folder_;
  ManualClock clock_;
  std::unique_ptr<store::Store> store_;
  model::SourceId source_;
  HousekeepingOptions options_;
  std::unique_ptr<Housekeeping> housekeeping_;
  int found_ = 0;
};

TEST_F(HousekeepingTest, KeepsEverythingUnlessToldOtherwise) {
  start();
  for (int day = 0; day < 30; ++day) {
    find_article();
    run(days(1));
  }
  run(days(100));
  EXPECT_EQ(articles(), 30u);
  EXPECT_EQ(visits(), 30u);  // The newest 90 days that have visits stay, however old.
}

TEST_F(HousekeepingTest, ForgetsOldNoticesThatEndedAndWhatTellsCopiesOfOldClips) {
  start();
  model::Delivery sent{.created = clock_.now(), .due = clock_.now()};
  sent.state = model::DeliveryState::kSent;
  model::Delivery waits = sent;
  waits.state = model::DeliveryState::kWaiting;
  ASSERT_TRUE(store_->deliveries().add(std::vector{sent, waits}).ok());
  store::NewClip clip;
  clip.clip = {.id = *store_->clips().take_ids(1), .source = source_};
  clip.clip.matched = clock_.now();
  clip.bands = {1, 2};
  ASSERT_TRUE(store_->clips().insert({&clip, 1}).ok());
  run(days(80));
  EXPECT_EQ(store_->deliveries().list({}, 10)->size(), 2u);
  // Had it any, they would be the oldest.
  EXPECT_EQ(*store_->clips().prune_bands(clock_.now(), 10), 0);
  run(days(20));
  EXPECT_EQ(store_->deliveries().list({}, 10)->size(), 1u);
}

TEST_F(HousekeepingTest, ForgetsArticlesByAge) {
  options_.keeping.articles.age = days(7);
  start();
  for (int day = 0; day < 30; ++day) {
    find_article();
    run(days(1));
  }
  EXPECT_EQ(articles(), 7u);
}

TEST_F(HousekeepingTest, SaysInOneLineWhatARoundLetGo) {
  options_.keeping.articles.newest_of_source = 5;
  start();
  for (int i = 0; i < 250; ++i) find_article();
  testing::internal::CaptureStderr();
  run(hours(1));
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("let go of articles: 245, pages: 0, visits"), said.npos) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
}

TEST_F(HousekeepingTest, ForgetsArticlesByCount) {
  options_.keeping.articles.newest_of_source = 5;
  start();
  for (int i = 0; i < 250; ++i) find_article();
  run(hours(1));
  EXPECT_EQ(articles(), 5u);
  for (int i = 0; i < 3; ++i) find_article();
  run(hours(1));
  EXPECT_EQ(articles(), 5u);
}

TEST_F(HousekeepingTest, WhatAnAdministratorChoseHoldsInPlaceOfTheConfiguration) {
  options_.keeping.articles.age = days(700);
  start();
  for (int day = 0; day < 30; ++day) {
    find_article();
    run(days(1));
  }
  EXPECT_EQ(articles(), 30u);
  // Sources that found nothing of late are counted anew, too.
  ASSERT_TRUE(
      store::choose_keeping(store_->database(), store::Keeping{{std::nullopt, 20}, {}})
          .ok());
  run(hours(1));
  EXPECT_EQ(articles(), 20u);
  ASSERT_TRUE(
      store::choose_keeping(store_->database(), store::Keeping{{days(7), 0}, {}}).ok());
  run(hours(1));
  EXPECT_LT(articles(), 8u);
  ASSERT_TRUE(store::choose_keeping(store_->database(), std::nullopt).ok());
  const auto kept = articles();
  run(days(60));
  EXPECT_EQ(articles(), kept);
}

TEST_F(HousekeepingTest, AnErrorLeavesNoSourceUncounted) {
  options_.keeping.articles.newest_of_source = 5;
  start();
  for (int i = 0; i < 20; ++i) find_article();
  const auto database = *store::open_sqlite(
      {.path = folder_.file("central.db"), .application_id = store::kCentralMark});
  ASSERT_TRUE(database
                  ->run_script("CREATE TRIGGER no BEFORE DELETE ON articles BEGIN"
                               " SELECT RAISE(ABORT, 'no'); END")
                  .ok());
  bool has_failed = false;
  for (int i = 0; i < 12; ++i) {
    has_failed |= !housekeeping_->step().ok();
    clock_.advance(minutes(5));
  }
  EXPECT_TRUE(has_failed);
  ASSERT_TRUE(database->run_script("DROP TRIGGER no").ok());
  run(hours(1));
  EXPECT_EQ(articles(), 5u);
}

TEST_F(HousekeepingTest, AStartFarInTheFutureForgetsNothing) {
  options_.keeping.articles.age = days(7);
  start();
  find_article();
  run(hours(1));
  clock_.jump(days(3'000));
  start();
  run(days(2));
  EXPECT_EQ(articles(), 1u);
  EXPECT_EQ(visits(), 1u);
  start();
  run(hours(1));
  EXPECT_EQ(articles(), 1u);
  clock_.jump(-days(3'000));
  run(days(8));
  EXPECT_EQ(articles(), 0u);
}

TEST_F(HousekeepingTest, TimeOffCountsInTheEnd) {
  options_.keeping.articles.age = days(7);
  start();
  find_article();
  run(hours(1));
  housekeeping_.reset();
  clock_.advance(days(30));
  start();
  run(hours(1));
  EXPECT_EQ(articles(), 1u);
  run(days(3));  // One day at once, then twice as fast as time.
  EXPECT_EQ(articles(), 0u);
}

}  // namespace
}  // namespace curlew::control
