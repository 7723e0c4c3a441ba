#include "control/reading_pool.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/temporary_folder_test.h"
#include "model/visit_wire.h"

namespace curlew::control {
namespace {

// `paragraphs` of them take a processor a while.
Reading page_reading(std::int64_t number, int paragraphs = 1) {
  Reading reading;
  reading.order.id = {number};
  reading.order.kind = model::VisitKind::kArticlePage;
  reading.order.source = {7};
  reading.order.article = {number};
  reading.order.url = reading.result.final_url = "https://news.example/page";
  reading.result.status = 200;
  reading.result.headers = {{"Content-Type", "text/html"}};
  reading.result.body = "<html><body>";
  for (int i = 0; i < paragraphs; ++i) reading.result.body += "<p>Some words.</p>";
  return reading;
}

Reading feed_reading(std::int64_t number) {
  Reading reading = page_reading(number);
  reading.order.kind = model::VisitKind::kSource;
  reading.order.source = {number};
  reading.order.article = {};
  reading.order.source_kind = model::SourceKind::kFeed;
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
  EXPECT_EQ(model::decode_report(finished[0].message)->new_entries.size(), 1u);
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

}  // namespace
}  // namespace curlew::control
