#include "control/reading_pool.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/temporary_folder_test.h"
#include "model/visit_wire.h"
#include "pipeline/version_shelf.h"

namespace curlew::control {
namespace {

// `paragraphs` of them take a processor a while.
Reading page_reading(std::int64_t number, int paragraphs = 1) {
  Reading reading;
  reading.order.id = {number};
  reading.order.source = {7};
  reading.order.task = model::ArticlePageTask{.article = {number}};
  reading.order.url = reading.result.final_url = "https://news.example/page";
  reading.result.status = 200;
  reading.result.headers = {{"Content-Type", "text/html"}};
  reading.result.body = "<html><body>";
  for (int i = 0; i < paragraphs; ++i) reading.result.body += "<p>Some words.</p>";
  return reading;
}

Reading feed_reading(std::int64_t number) {
  Reading reading = page_reading(number);
  reading.order.source = {number};
  reading.order.task = model::FeedTask{};
  reading.result.body = "<rss><channel><item><title>One</title></item></channel></rss>";
  return reading;
}

std::vector<std::int64_t> take(ReadingPool& pool, std::size_t count) {
  std::vector<std::int64_t> order;
  while (order.size() < count) {
    for (const Reading& reading : pool.take_finished()) {
      const auto report = model::decode_report(reading.message);
      EXPECT_TRUE(report.ok());
      EXPECT_EQ(report->id, reading.order.id);
      order.push_back(reading.order.id.value);
    }
    std::this_thread::yield();
  }
  return order;
}

TEST(ReadingPool, ReadsAtOnceWithoutThreads) {
  ReadingPool pool({});
  pool.begin(feed_reading(1));
  const auto finished = pool.take_finished();
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_TRUE(finished[0].new_memory);
  const auto report = model::decode_report(finished[0].message);
  EXPECT_EQ(model::listing_of(report->findings)->new_entries.size(), 1u);
}

TEST(ReadingPool, ReadsEverythingOnceOnItsThreads) {
  ReadingPool pool({.threads = 3});
  for (int i = 1; i <= 200; ++i) {
    pool.begin(i % 2 == 0 ? feed_reading(i) : page_reading(i));
  }
  const auto order = take(pool, 200);
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), 200u);
}

TEST(ReadingPool, LetsAFeedPassPagesThatCameBefore) {
  ReadingPool pool({.threads = 2});
  for (int i = 1; i <= 10; ++i) pool.begin(page_reading(i, 20'000));
  pool.begin(feed_reading(99));
  const auto order = take(pool, 11);
  const auto place = std::ranges::find(order, 99) - order.begin();
  EXPECT_LT(place, 5) << "of 11";
}

TEST(ReadingPool, LetsAFeedPassPagesThatAreFollowedOrMayBe) {
  ReadingPool pool({.threads = 2});
  for (int i = 1; i <= 10; ++i) {
    Reading page = page_reading(i, 5'000);
    page.order.task = model::source_task(i % 2 == 0 ? model::SourceKind::kPage
                                                    : model::SourceKind::kAuto);
    pool.begin(std::move(page));
  }
  pool.begin(feed_reading(99));
  const auto order = take(pool, 11);
  const auto place = std::ranges::find(order, 99) - order.begin();
  EXPECT_LT(place, 5) << "of 11";
}

TEST(ReadingPool, GivesUpAPageWhoseTimeIsOver) {
  ReadingPool pool(
      {.visit = {.page_time = Milliseconds(1), .cpu_clock = thread_cpu_time}});
  pool.begin(page_reading(1, 40'000));
  const auto report = model::decode_report(pool.take_finished().at(0).message);
  const auto& found = std::get<model::ArticlePageFindings>(report->findings);
  EXPECT_EQ(report->outcome, model::FetchOutcome::kFetched);
  EXPECT_EQ(report->note, "the page is stored but not read: it takes too long to read");
  ASSERT_TRUE(found.page);
  EXPECT_FALSE(found.page->content);
}

// Counts what it is asked to do.
class CountingShelf final : public pipeline::VersionShelf {
 public:
  Result<pipeline::Kept> keep(const archive::Capture&) override {
    ++kept;
    return pipeline::Kept{{.terminal = "t1", .segment = "s"}, opening};
  }
  bool is_there(const pipeline::Kept&) override { return true; }
  Result<std::uint64_t> commit() override {
    ++commits;
    while (kept < held_until) std::this_thread::yield();
    if (fails) return Error{ErrorKind::kFailed, "the disk cannot sync"};
    committed = kept.load();
    return opening.load();
  }
  Result<archive::Content> read(const model::KeptAt&) override {
    return Error{ErrorKind::kNotFound, "not here"};
  }

  std::atomic<int> kept = 0, commits = 0, committed = 0;
  // The first commit takes as long as these are read.
  int held_until = 0;
  std::atomic<std::uint64_t> opening = 1;
  std::atomic<bool> fails = false;
};

TEST(ReadingPool, CommitsWhatManyReadingsKeptAtOnceAndBeforeTheyAreFinished) {
  CountingShelf shelf;
  shelf.held_until = 100;
  ReadingPool pool({.threads = 3, .visit = {.shelf = &shelf}});
  for (int i = 1; i <= 100; ++i) pool.begin(page_reading(i));
  std::size_t finished = 0;
  while (finished < 100) {
    finished += pool.take_finished().size();
    EXPECT_GE(shelf.committed, int(finished));
    std::this_thread::yield();
  }
  EXPECT_EQ(shelf.kept, 100);
  EXPECT_LE(shelf.commits, 10);
}

model::VisitReport only_report(ReadingPool& pool) {
  pool.begin(page_reading(1));
  const auto finished = pool.take_finished();
  EXPECT_EQ(finished.size(), 1u);
  return *model::decode_report(finished.at(0).message);
}

TEST(ReadingPool, FailsAVisitThatWasKeptAndNotCommitted) {
  CountingShelf shelf;
  ReadingPool pool({.visit = {.shelf = &shelf}});
  EXPECT_EQ(only_report(pool).outcome, model::FetchOutcome::kFetched);
  shelf.fails = true;
  const auto report = only_report(pool);
  EXPECT_EQ(report.outcome, model::FetchOutcome::kUnreadable);
  EXPECT_EQ(report.remark, model::Remark::kNotKept);
  EXPECT_EQ(report.error, "its new version cannot be kept: the disk cannot sync");
  EXPECT_FALSE(std::get<model::ArticlePageFindings>(report.findings).version);
}

// After an error the archive is opened again, and what was not committed is lost.
TEST(ReadingPool, FailsAVisitThatWasKeptInAnEarlierOpening) {
  class Reopened final : public pipeline::VersionShelf {
   public:
    Result<pipeline::Kept> keep(const archive::Capture&) override {
      return pipeline::Kept{{}, 1};
    }
    bool is_there(const pipeline::Kept&) override { return false; }
    Result<std::uint64_t> commit() override { return 2; }
    Result<archive::Content> read(const model::KeptAt&) override {
      return Error{ErrorKind::kNotFound, "not here"};
    }
  } shelf;
  ReadingPool pool({.visit = {.shelf = &shelf}});
  EXPECT_EQ(only_report(pool).remark, model::Remark::kNotKept);
}

TEST(ReadingPool, EndsWithoutReadingWhatWaits) {
  ReadingPool pool({.threads = 2});
  for (int i = 1; i <= 100; ++i) pool.begin(page_reading(i, 20'000));
}

// Whoever is read while a suspect kills the process would be blamed, too.
TEST(ReadingPool, ReadsAloneWhatAProcessHasDiedOf) {
  const TemporaryFolder folder;
  const std::string path = folder.file("reading");
  {
    auto mark = store::ReadingMark::open(path);
    ASSERT_TRUE(mark.ok());
    (*mark)->begin(page_reading(5).order, {});
  }
  auto mark = store::ReadingMark::open(path);
  ASSERT_TRUE(mark.ok());
  ASSERT_EQ((*mark)->deadly().size(), 1u);
  ReadingPool pool({.threads = 4, .mark = mark->get()});
  for (int i = 1; i <= 4; ++i) pool.begin(page_reading(i, 5'000));
  pool.begin(page_reading(5, 5'000));
  for (int i = 6; i <= 9; ++i) pool.begin(page_reading(i, 5'000));
  pool.begin(feed_reading(10));
  const auto order = take(pool, 10);
  const auto suspect = std::ranges::find(order, 5);
  for (auto it = order.begin(); it != order.end(); ++it) {
    if (*it < 5) {
      EXPECT_LT(it, suspect) << *it;
    } else if (*it > 5 && *it < 10) {
      EXPECT_GT(it, suspect) << *it;
    }
  }
}

// What is being read just now, as the next process would find it.
std::size_t under_way(const std::string& path) {
  const std::string copy = path + ".copy";
  std::filesystem::copy_file(path, copy,
                             std::filesystem::copy_options::overwrite_existing);
  const auto mark = store::ReadingMark::open(copy);
  return mark.ok() ? (*mark)->deadly().size() : 0;
}

TEST(ReadingPool, ReadsSideBySideAgainWhenASuspectIsDone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("reading");
  {
    auto mark = store::ReadingMark::open(path);
    ASSERT_TRUE(mark.ok());
    (*mark)->begin(page_reading(1).order, {});
  }
  auto mark = store::ReadingMark::open(path);
  ASSERT_TRUE(mark.ok());
  std::size_t most = 0;
  std::size_t finished = 0;
  ReadingPool pool({.threads = 3, .mark = mark->get()});
  for (int i = 1; i <= 5; ++i) pool.begin(page_reading(i, 20'000));
  while (finished < 5) {
    for (const Reading& reading : pool.take_finished()) {
      ++finished;
      (*mark)->forget(reading.order.id);
    }
    if (finished > 0) most = std::max(most, under_way(path));
  }
  EXPECT_EQ(most, 2u) << "of three threads pages leave one free";
}

}  // namespace
}  // namespace curlew::control
