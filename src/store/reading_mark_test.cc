#include "store/reading_mark.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_folder_test.h"

namespace curlew::store {
namespace {

constexpr Time kReadAt = from_unix_seconds(1'790'000'000);

model::VisitOrder visit(std::int64_t id, std::int64_t source) {
  model::VisitOrder order;
  order.id = {id};
  order.source = {source};
  return order;
}

class ReadingMarkTest : public testing::Test {
 protected:
  std::unique_ptr<ReadingMark> open() {
    return *ReadingMark::open(folder_.file("t.reading"));
  }
  // A process that reads and dies.
  void die_reading(const model::VisitOrder& order) { open()->begin(order, kReadAt); }

  TemporaryFolder folder_;
};

TEST_F(ReadingMarkTest, CountsTheDeathsInARowOfOneSource) {
  EXPECT_TRUE(open()->deadly().empty());
  die_reading(visit(11, 1));
  {
    const auto mark = open();
    ASSERT_EQ(mark->deadly().size(), 1u);
    EXPECT_EQ(mark->deadly()[0].source.value, 1);
    EXPECT_EQ(mark->deadly()[0].deaths, 1u);
    // Others are read in peace.
    mark->begin(visit(12, 2), kReadAt);
    mark->end({12});
    mark->begin(visit(13, 1), kReadAt);
  }
  const auto mark = open();
  const auto found = mark->find(visit(0, 1));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->deaths, 2u);
  EXPECT_EQ(found->id.value, 13);
  EXPECT_EQ(found->started, kReadAt);
  mark->forget(found->id);
  EXPECT_TRUE(open()->deadly().empty());
}

TEST_F(ReadingMarkTest, ForgetsDeathsOfWhatWasReadToItsEndSince) {
  die_reading(visit(11, 1));
  {
    const auto mark = open();
    mark->begin(visit(12, 1), kReadAt);
    mark->end({12});
  }
  die_reading(visit(13, 1));
  EXPECT_EQ(open()->find(visit(0, 1))->deaths, 1u);
}

TEST_F(ReadingMarkTest, BlamesNobodyWhenNothingWasBeingRead) {
  {
    const auto mark = open();
    mark->begin(visit(11, 1), kReadAt);
    mark->end({11});
  }
  EXPECT_TRUE(open()->deadly().empty());
}

TEST_F(ReadingMarkTest, BlamesAllThatWereBeingReadOnSeveralThreads) {
  for (const std::int64_t id : {20, 50}) {
    const auto mark = open();
    for (int i = 0; i < 20; ++i) mark->begin(visit(id + i, 1 + i), kReadAt);
    mark->end({id});
  }
  const auto mark = open();
  EXPECT_FALSE(mark->find(visit(0, 1)));
  EXPECT_EQ(mark->find(visit(0, 2))->deaths, 2u);
  EXPECT_EQ(mark->deadly().size(), 15u);  // More readers than it marks.
}

TEST_F(ReadingMarkTest, KeepsAnArticlesPageApartFromItsSource) {
  model::VisitOrder page = visit(11, 1);
  page.task = model::ArticlePageTask{.article = {7}};
  die_reading(page);
  const auto mark = open();
  EXPECT_FALSE(mark->find(visit(0, 1)));
  EXPECT_TRUE(mark->find(page));
}

TEST_F(ReadingMarkTest, KeepsThePagesOfACrawlApart) {
  model::VisitOrder page = visit(11, 1);
  page.task = model::CrawlPageTask{.page = {7}};
  die_reading(page);
  const auto mark = open();
  EXPECT_FALSE(mark->find(visit(0, 1)));
  EXPECT_EQ(mark->find(page)->crawl_page.value, 7);
  page.task = model::CrawlPageTask{.page = {8}};
  EXPECT_FALSE(mark->find(page));
}

TEST_F(ReadingMarkTest, BeginsAFileAnewThatIsNotItsOwn) {
  std::ofstream(folder_.file("t.reading")) << std::string(1000, 'x');
  EXPECT_TRUE(open()->deadly().empty());
  die_reading(visit(11, 1));
  EXPECT_EQ(open()->deadly().size(), 1u);
}

}  // namespace
}  // namespace curlew::store
