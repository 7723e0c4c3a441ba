#include "store/passed_on_pages.h"

#include <gmock/gmock.h>

#include <map>

#include "store/clips_fixture.h"
#include "store/left_out_links.h"

namespace curlew::store {
namespace {

using model::CrawlPageId;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class PassedOnPagesTest : public UserStoreTest {
 protected:
  void SetUp() override {
    UserStoreTest::SetUp();
    sea_ = add_crawling("sea");
    sky_ = add_crawling("sky");
  }
  model::SourceId add_crawling(const std::string& name) {
    model::Source source = source_at("topic:" + name, name);
    source.kind = model::SourceKind::kTopic;
    return must(store_->sources().add(source, kNow));
  }
  CrawlPages& pages() { return store_->crawl_pages(); }
  template <typename Write>
  void in_batch(Write write) {
    auto batch = must(store_->begin());
    write();
    must(batch.commit());
  }
  static NewCrawlPage new_page(model::SourceId topic, std::int64_t id,
                               CrawlStanding standing, model::SourceId also_of = {}) {
    NewCrawlPage page;
    page.row.id = {id};
    page.row.topic = topic;
    page.row.site = "sea.example";
    page.row.standing = standing;
    page.row.visits = 3;
    page.row.phase = 2;
    page.row.depth = 4;
    page.url = "https://sea.example/" + std::to_string(id);
    page.key = 0x8000'0000'0000'0000u + std::uint64_t(id);
    page.also_of = also_of;
    return page;
  }
  std::map<std::int64_t, CrawlPageRow> all_rows() {
    std::map<std::int64_t, CrawlPageRow> rows;
    must(pages().each([&](const CrawlPageRow& row) { rows[row.id.value] = row; }));
    return rows;
  }
  CrawlPageToVisit visit_of(std::int64_t id) {
    const std::vector<CrawlPageId> ids{{id}};
    return must(pages().to_visit(ids)).at({id});
  }

  model::SourceId sea_, sky_;
  const CrawlPageMemory memory_{
      {"\"a\"", "", ""}, "sha256:1", {"t1", "one", 2, 3}, "n"};
};

TEST_F(PassedOnPagesTest, PagesOfATopicThatGoesAreLinksOfTheOneThatLeadsToThem) {
  in_batch([&] {
    must(pages().add(new_page(sky_, 1, CrawlStanding::kKept, sea_)));
    must(pages().add(new_page(sky_, 2, CrawlStanding::kKept)));
    must(pages().add(new_page(sky_, 3, CrawlStanding::kKept)));
    must(pages().add(new_page(sky_, 4, CrawlStanding::kSeed, sea_)));
    must(pages().add(new_page(sea_, 5, CrawlStanding::kKept)));
    must(pages().add(new_page(sea_, 6, CrawlStanding::kKept, sky_)));
    must(pages().save_memory({1}, memory_));
    must(pages().set_sketch({.page = {1}, .sketch = "one", .claims = 9},
                            std::vector<std::int64_t>{7}));
    const std::vector<CrawlPageId> led{{2}, {5}, {99}};
    must(note_led_to(store_->database(), sea_, led));
    // It moves, and comes from where it was.
    CrawlPageRow moved = new_page(sky_, 5, CrawlStanding::kKept).row;
    must(pages().save(moved));
  });
  must(store_->sources().remove(sky_, Sources::Records::kGo));
  const auto rows = all_rows();
  EXPECT_THAT(rows, SizeIs(4)) << "3 was its own, 4 its seed";
  for (const std::int64_t id : {1, 2, 5}) {
    EXPECT_EQ(rows.at(id).topic, sea_) << id;
    EXPECT_EQ(rows.at(id).standing, CrawlStanding::kWaiting) << id;
    EXPECT_EQ(rows.at(id).visits, 0u) << id;
    EXPECT_EQ(rows.at(id).phase, 0u) << id;
    EXPECT_EQ(rows.at(id).depth, 4u) << id;
  }
  EXPECT_EQ(rows.at(6).standing, CrawlStanding::kKept);
  EXPECT_EQ(visit_of(1).memory, CrawlPageMemory());
  EXPECT_THAT(must(store_->versions().dropped("t1", 9)), ElementsAre(memory_.last));
  EXPECT_THAT(must(pages().find_by_bands(std::vector<std::int64_t>{7}, {})), IsEmpty());
  // And nothing is written for it any more.
  in_batch([&] {
    must(pages().add(new_page(sky_, 7, CrawlStanding::kWaiting)));
    must(pages().save(new_page(sky_, 6, CrawlStanding::kKept).row));
    must(note_wanted_by(store_->database(), sky_, {6}));
    must(leave_out_links(store_->database(), sky_, std::vector<LeftOutLink>(1)));
  });
  EXPECT_EQ(all_rows(), rows);
  EXPECT_THAT(must(left_out_keys(store_->database())), IsEmpty());
}

TEST_F(PassedOnPagesTest, PagesAboutATopicAreItsLinksWhenItBeginsToCrawl) {
  in_batch([&] {
    must(pages().add(new_page(sea_, 1, CrawlStanding::kDropped)));
    must(pages().add(new_page(sea_, 2, CrawlStanding::kRejected)));
    must(pages().add(new_page(sea_, 3, CrawlStanding::kRejected, sky_)));
    must(note_wanted_by(store_->database(), sky_, {1}));
    must(note_wanted_by(store_->database(), sky_, {2}));
  });
  in_batch([&] { EXPECT_EQ(must(take_wanted_pages(store_->database(), sky_)), 2); });
  in_batch([&] { EXPECT_EQ(must(take_wanted_pages(store_->database(), sky_)), 0); });
  const auto rows = all_rows();
  EXPECT_EQ(rows.at(1).topic, sky_);
  EXPECT_EQ(rows.at(1).standing, CrawlStanding::kWaiting);
  EXPECT_EQ(rows.at(2).topic, sky_);
  EXPECT_EQ(rows.at(3).topic, sea_) << "that pages lead there says nothing";
  must(store_->sources().remove(sky_, Sources::Records::kGo));
  EXPECT_EQ(all_rows().at(1).topic, sea_) << "it came from there";
}

TEST_F(PassedOnPagesTest, AnOriginalHasTheArticleOfItsCopy) {
  in_batch([&] {
    must(pages().add(new_page(sea_, 1, CrawlStanding::kKept)));
    must(pages().add(new_page(sea_, 2, CrawlStanding::kKept)));
    must(pages().save_memory({1}, memory_));
    must(pages().set_article({1}, {7}));
    must(pages().set_sketch({.page = {1}, .sketch = "one", .claims = 9},
                            std::vector<std::int64_t>{7}));
  });
  EXPECT_EQ(must(pages().find_by_bands(std::vector<std::int64_t>{7}, {}))[0].claims,
            9u);
  in_batch([&] {
    EXPECT_EQ(must(take_place_of(store_->database(), {1}, {2})), model::ArticleId{7});
  });
  EXPECT_EQ(visit_of(2).article, model::ArticleId{7});
  EXPECT_EQ(visit_of(1).article, model::ArticleId());
  EXPECT_EQ(visit_of(1).memory, CrawlPageMemory());
  EXPECT_THAT(must(pages().find_by_bands(std::vector<std::int64_t>{7}, {})), IsEmpty());
  EXPECT_THAT(must(store_->versions().dropped("t1", 9)), IsEmpty())
      << "a version of the article";
}

TEST_F(PassedOnPagesTest, LinksThatRulesKeepATopicFromAreRemembered) {
  const LeftOutLink link{.url = "https://bay.example/",
                         .key = 0x8000'0000'0000'0001u,
                         .page = {3},
                         .area = 1,
                         .similarity = .25};
  in_batch([&] {
    must(leave_out_links(store_->database(), sea_, std::vector{link, link}));
  });
  EXPECT_THAT(must(left_out_links(store_->database(), sea_)), ElementsAre(link));
  EXPECT_THAT(must(left_out_links(store_->database(), sky_)), IsEmpty());
  EXPECT_THAT(must(left_out_keys(store_->database())).at(sea_), ElementsAre(link.key));
  in_batch(
      [&] { must(forget_left_out(store_->database(), sea_, std::vector{link.key})); });
  EXPECT_THAT(must(left_out_links(store_->database(), sea_)), IsEmpty());
}

}  // namespace
}  // namespace curlew::store
