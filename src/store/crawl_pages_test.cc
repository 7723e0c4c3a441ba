#include "store/crawl_pages.h"

#include <gmock/gmock.h>

#include "store/clips_fixture.h"

namespace curlew::store {
namespace {

using model::CrawlPageId;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class CrawlPagesTest : public UserStoreTest {
 protected:
  CrawlPages& pages() { return store_->crawl_pages(); }

  model::SourceId add_crawled_topic(const std::string& name) {
    model::Source source = source_at("topic:" + name, name);
    source.kind = model::SourceKind::kTopic;
    return must(store_->sources().add(source, kNow));
  }
  template <typename Write>
  void in_batch(Write write) {
    auto batch = must(store_->begin());
    write();
    must(batch.commit());
  }
  static NewCrawlPage page_of(model::SourceId topic, std::int64_t id,
                              CrawlStanding standing = CrawlStanding::kWaiting) {
    NewCrawlPage page;
    page.row.id = {id};
    page.row.topic = topic;
    page.row.site = "sea.example";
    page.row.standing = standing;
    page.row.similarity = .5;
    page.url = "https://sea.example/" + std::to_string(id);
    page.key = 0x8000'0000'0000'0000u + std::uint64_t(id);
    return page;
  }
  std::vector<CrawlPageRow> all() {
    std::vector<CrawlPageRow> rows;
    must(pages().each([&](const CrawlPageRow& row) { rows.push_back(row); }));
    return rows;
  }
};

TEST_F(CrawlPagesTest, AreReadAsTheyWereWritten) {
  const model::SourceId sea = add_crawled_topic("sea");
  NewCrawlPage page = page_of(sea, 1);
  in_batch([&] {
    must(pages().add(page));
    must(pages().add(page));
  });
  EXPECT_THAT(all(), ElementsAre(page.row));
  CrawlPageRow& row = page.row;
  row.standing = CrawlStanding::kKept;
  row.depth = 2;
  row.off_topic = 1;
  row.area = 1;
  row.similarity = .875;
  row.anchor_similarity = .25;
  row.parent_similarity = .125;
  row.mentions = 4;
  row.link_class = 5;
  row.structural = 6;
  row.textual = 7;
  row.visits = 8;
  row.changes = 9;
  row.failures = 1;
  row.first_visit = kNow;
  row.last_visit = kNow + Milliseconds(1000);
  row.phase = 3;
  const CrawlPageMemory memory{{"\"a\"", "yesterday", "https://sea.example/1"},
                               "sha256:1",
                               {"t1", "one", 2, 3},
                               std::string("\0n", 2)};
  in_batch([&] {
    must(pages().save(row));
    must(pages().save_memory(row.id, memory));
    must(pages().set_article(row.id, {77}));
  });
  EXPECT_THAT(all(), ElementsAre(row));
  const std::vector<CrawlPageId> ids{{1}, {99}};
  const auto found = must(pages().to_visit(ids));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found.at({1}).url, page.url);
  EXPECT_EQ(found.at({1}).memory, memory);
  EXPECT_EQ(found.at({1}).article, model::ArticleId{77});
  EXPECT_EQ(found.at({1}).standing, CrawlStanding::kKept);
  EXPECT_EQ(must(pages().last_id()), CrawlPageId{1});
  EXPECT_EQ(must(pages().count(sea)),
            (CrawlCounts{.kept = 1, .dynamic = 1, .articles = 1}));
  in_batch([&] { must(pages().note_ordered({1}, 9)); });
  EXPECT_EQ(all().at(0).phase, 9u);
}

TEST_F(CrawlPagesTest, AreKnownByTheirAddressAndSeedsByTheirTopicToo) {
  const model::SourceId sea = add_crawled_topic("sea");
  const model::SourceId sky = add_crawled_topic("sky");
  in_batch([&] {
    must(pages().add(page_of(sea, 1)));
    NewCrawlPage again = page_of(sky, 2);
    again.key = page_of(sea, 1).key;
    must(pages().add(again));
    for (const model::SourceId topic : {sea, sky}) {
      NewCrawlPage seed = page_of(topic, 3 + topic.value, CrawlStanding::kSeed);
      seed.key = 5;
      must(pages().add(seed));
    }
  });
  EXPECT_THAT(all(), SizeIs(3)) << "two of them seeds at one address";
  const std::vector<std::uint64_t> keys{page_of(sea, 1).key, 5, 6};
  EXPECT_THAT(must(pages().known(keys)),
              UnorderedElementsAre(Pair(keys[0], CrawlPageId{1})));
  EXPECT_THAT(must(pages().known(keys, sky)),
              UnorderedElementsAre(Pair(5u, CrawlPageId{3 + sky.value})));
}

TEST_F(CrawlPagesTest, ThatSayTheSameAreFound) {
  const model::SourceId sea = add_crawled_topic("sea");
  in_batch([&] {
    must(pages().add(page_of(sea, 1)));
    must(pages().add(page_of(sea, 2)));
    must(pages().set_sketch({.page = {1}, .sketch = "one"},
                            std::vector<std::int64_t>{-1, 2, 3}));
    must(pages().set_sketch({.page = {2}, .sketch = "two"},
                            std::vector<std::int64_t>{-1, 5}));
  });
  const std::vector<std::int64_t> bands{-1, 9};
  const auto found = must(pages().find_by_bands(bands, {2}));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].page, CrawlPageId{1});
  EXPECT_EQ(found[0].sketch, "one");
  in_batch([&] { must(pages().set_sketch({.page = {1}, .sketch = ""}, {})); });
  EXPECT_THAT(must(pages().find_by_bands(bands, {2})), IsEmpty());
}

TEST_F(CrawlPagesTest, GoWithTheirTopic) {
  const model::SourceId sea = add_crawled_topic("sea");
  const model::SourceId sky = add_crawled_topic("sky");
  const CrawlPageMemory memory{{}, "sha256:1", {"t1", "one", 2, 3}, ""};
  const CrawlPageMemory of_article{{}, "sha256:2", {"t1", "one", 9, 3}, ""};
  in_batch([&] {
    for (const std::int64_t id : {1, 2}) must(pages().add(page_of(sea, id)));
    must(pages().add(page_of(sky, 3)));
    must(pages().save_memory({1}, memory));
    must(pages().save_memory({2}, of_article));
    must(pages().set_article({2}, {7}));
    must(pages().set_sketch({.page = {1}, .sketch = "one"},
                            std::vector<std::int64_t>{1}));
    must(pages().save(CrawlSite{sea, "sea.example", 2, 1, -3}));
    must(pages().save(CrawlSite{sea, "sea.example", 3, 1, -3}));
    must(pages().save_state(sea, "phase 1"));
    must(pages().save_state(sea, "phase 2"));
  });
  EXPECT_THAT(must(pages().sites()),
              ElementsAre(CrawlSite{sea, "sea.example", 3, 1, -3}));
  EXPECT_EQ(must(pages().states()).at(sea), "phase 2");
  must(store_->sources().remove(sea, Sources::Records::kGo));
  EXPECT_THAT(all(), SizeIs(1));
  EXPECT_THAT(must(pages().sites()), IsEmpty());
  EXPECT_THAT(must(pages().states()), IsEmpty());
  EXPECT_THAT(must(store_->versions().dropped("t1", 9)), ElementsAre(memory.last));
}

}  // namespace
}  // namespace curlew::store
