#include "store/forget_crawl_pages.h"

#include <gmock/gmock.h>

#include "store/clips_fixture.h"

namespace curlew::store {
namespace {

using model::CrawlPageId;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class ForgetCrawlPagesTest : public UserStoreTest {
 protected:
  void SetUp() override {
    UserStoreTest::SetUp();
    model::Source source = source_at("topic:sea", "sea");
    source.kind = model::SourceKind::kTopic;
    topic_ = must(store_->sources().add(source, kNow));
  }
  void add(std::int64_t id, CrawlStanding standing, model::KeptAt last,
           model::ArticleId article = {}) {
    NewCrawlPage page;
    page.row.id = {id};
    page.row.topic = topic_;
    page.row.site = "sea.example";
    page.row.standing = standing;
    page.url = "https://sea.example/" + std::to_string(id);
    page.key = 100 + std::uint64_t(id);
    CrawlPages& pages = store_->crawl_pages();
    must(pages.add(page));
    must(pages.save_memory({id}, {{}, "sha256:1", std::move(last), ""}));
    must(pages.set_sketch({.page = {id}, .sketch = "one"},
                          std::vector<std::int64_t>{id}));
    if (article) must(pages.set_article({id}, article));
  }

  model::SourceId topic_;
};

TEST_F(ForgetCrawlPagesTest, TheirRecordsGoUnlessTheyAreOfAnArticle) {
  const model::KeptAt seed{"t1", "one", 2, 3}, told{"t1", "one", 9, 3};
  {
    auto batch = must(store_->begin());
    add(1, CrawlStanding::kSeed, seed);
    add(2, CrawlStanding::kKept, told, {7});
    add(3, CrawlStanding::kKept, {"t1", "one", 20, 3});
    must(batch.commit());
  }
  EXPECT_THAT(must(crawl_seeds(store_->database(), topic_)),
              UnorderedElementsAre(Pair(101u, CrawlPageId{1})));
  {
    auto batch = must(store_->begin());
    const std::vector<CrawlPageId> pages{{1}, {2}, {99}};
    must(forget_crawl_pages(store_->database(), pages));
    must(batch.commit());
  }
  std::vector<CrawlPageId> left;
  must(store_->crawl_pages().each(
      [&](const CrawlPageRow& row) { left.push_back(row.id); }));
  EXPECT_THAT(left, ElementsAre(CrawlPageId{3}));
  EXPECT_THAT(must(crawl_seeds(store_->database(), topic_)), IsEmpty());
  EXPECT_THAT(must(store_->versions().dropped("t1", 9)), ElementsAre(seed));
  const std::vector<std::int64_t> bands{1, 2, 3};
  EXPECT_EQ(must(store_->crawl_pages().find_by_bands(bands, {})).size(), 1u);
}

TEST_F(ForgetCrawlPagesTest, ASeedThatIsGoneIsOneStill) {
  auto batch = must(store_->begin());
  add(1, CrawlStanding::kSeed, {});
  CrawlPageRow row;
  row.id = {1};
  row.topic = topic_;
  row.standing = CrawlStanding::kGone;
  must(store_->crawl_pages().save(row));
  must(batch.commit());
  EXPECT_THAT(must(crawl_seeds(store_->database(), topic_)),
              UnorderedElementsAre(Pair(101u, CrawlPageId{1})));
}

}  // namespace
}  // namespace curlew::store
