#include "service/search.h"

#include <gmock/gmock.h>

#include "service/clips.h"
#include "service/indexed_article_test.h"
#include "service/reader_items.h"
#include "service/reading.h"
#include "store/clips_fixture.h"
#include "store/watched_database_test.h"

namespace curlew::service {
namespace {

using store::kNow;
using store::must;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SearchTest : public store::UserStoreTest {
 protected:
  SearchTest() {
    model::Source diary =
        store::source_at("https://diary.example/feed", "Secret diary");
    diary.is_shared = false;
    diary.folder = "Private";
    private_ = must(store_->sources().add(diary, kNow));
    must(store_->subscriptions().add(
        std::vector<model::Subscription>{{anna_, private_, kNow, "Mine", ""}}));
    common_ = write(shared_, 1, "Rain", "<p>Heavy <b>rain</b> is expected.</p>");
    secret_ = write(private_, 2, "Weather", "<p>It rained on me.</p>");
  }

  model::ArticleId write(model::SourceId source, std::uint64_t key, std::string title,
                         std::string content) {
    model::Entry entry = store::entry_titled(std::move(title));
    entry.content = std::move(content);
    const auto id =
        *must(store::add_one(*store_, store::article_of(source, key, entry)));
    index_article(*store_, analyzer_, id);
    return id;
  }
  SearchResult result(std::string query, Viewer viewer = {}) {
    return must(search(*store_, {.query = std::move(query), .viewer = viewer},
                       {.analyzer = analyzer_}, kNow));
  }
  std::vector<model::ArticleId> found(std::string query, Viewer viewer = {}) {
    std::vector<model::ArticleId> ids;
    for (const SearchRow& row : result(std::move(query), viewer).rows) {
      ids.push_back(row.article.id);
    }
    return ids;
  }

  const text::Analyzer analyzer_;
  const model::UserId anna_ = add_user("anna");
  const model::UserId bob_ = add_user("bob");
  const model::SourceId shared_ = add("https://common.example/feed", "Common news");
  model::SourceId private_;
  model::ArticleId common_, secret_;
};

// The topics of an article are asked for by who shows them: of any user they would tell
// one what another's private topics are.
TEST_F(SearchTest, TextsAreReadWithoutTopics) {
  auto opened = std::make_unique<store::WatchedDatabase>(must(database_.open()));
  const store::WatchedDatabase& watched = *opened;
  store::Store store(std::move(opened));
  EXPECT_EQ(must(control::stored_texts(store, {{common_, secret_}})).size(), 2U);
  const auto items = must(list_reader_items(store, {.user = anna_}));
  EXPECT_EQ(must(read_reader_entries(store, items, kNow)).size(), 2U);
  EXPECT_EQ(watched.queries_with("article_topics"), 0);
}

TEST_F(SearchTest, AUserFindsWhatHeMaySee) {
  EXPECT_THAT(found("rain"), ElementsAre(secret_, common_));
  EXPECT_THAT(found("rain", anna_), ElementsAre(secret_, common_));
  EXPECT_THAT(found("rain", bob_), ElementsAre(common_));
  EXPECT_THAT(found("rain source:2", bob_), IsEmpty());
  EXPECT_THAT(found("rain source:diary", bob_), IsEmpty());
  EXPECT_THAT(found("rain AND (source:diary OR flood)", bob_), IsEmpty());
  EXPECT_EQ(result("rain", bob_).found, 1U) << "nor how many there are";
}

TEST_F(SearchTest, SourcesAndFoldersGoByTheNamesThatTheViewerHas) {
  EXPECT_THAT(found("rain source:common"), ElementsAre(common_));
  EXPECT_THAT(found("rain source:2"), ElementsAre(secret_));
  EXPECT_THAT(found("rain folder:Private"), ElementsAre(secret_));
  EXPECT_THAT(found("rain folder:Mine", anna_), ElementsAre(secret_));
  EXPECT_THAT(found("rain folder:Mine", bob_), IsEmpty());
  EXPECT_THAT(found("rain NOT source:common"), ElementsAre(secret_));
  EXPECT_THAT(found("source:common"), ElementsAre(common_));
}

TEST_F(SearchTest, ShowsTheStretchThatAnswersWithMarks) {
  const std::string filler(500, 'x');
  const auto id =
      write(shared_, 3, "Long", "<p>One " + filler + " and then a\nred heron flew</p>");
  const auto rows = result("heron red").rows;
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].article.id, id);
  const std::string& snippet = rows[0].snippet;
  EXPECT_THAT(snippet, HasSubstr("a red heron flew"));
  EXPECT_LE(snippet.size(), 220U);
  ASSERT_EQ(rows[0].marks.size(), 2U);
  std::vector<std::string> marked;
  for (const SnippetMark& mark : rows[0].marks) {
    marked.push_back(snippet.substr(mark.begin, mark.end - mark.begin));
  }
  EXPECT_THAT(marked, ElementsAre("red", "heron"));
}

TEST_F(SearchTest, AWrongQueryIsRefusedWithItsPlace) {
  const auto refused =
      search(*store_, {.query = "(rain"}, {.analyzer = analyzer_}, kNow);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, ErrorKind::kUsage);
}

TEST_F(SearchTest, IsFilledPastWhatIsMuted) {
  std::vector<model::ArticleId> muted;
  for (std::uint64_t i = 0; i < 5; ++i) {
    muted.push_back(write(shared_, 10 + i, "Rain", ""));
  }
  must(mark_articles(*store_, "anna", muted, {.is_muted = true}, kNow));
  const auto rows = must(search(*store_, {.query = "rain", .viewer = anna_, .limit = 2},
                                {.analyzer = analyzer_}, kNow))
                        .rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].article.id, secret_);
  EXPECT_EQ(rows[1].article.id, common_);
  EXPECT_EQ(found("rain", bob_).size(), 6U) << "muted by another";
}

TEST_F(SearchTest, TakesASourceByTheTitleThatMatchingKnows) {
  must(store_->subscriptions().add(
      std::vector<model::Subscription>{{anna_, private_, kNow, "Mine", "Renamed"}}));
  EXPECT_THAT(found("source:diary", anna_), ElementsAre(secret_));
  EXPECT_THAT(found("source:diary.example", anna_), ElementsAre(secret_));
  EXPECT_THAT(found("source:renamed", anna_), IsEmpty());
  EXPECT_THAT(found("rain OR source:diary NOT common", anna_),
              ElementsAre(secret_, common_));
  EXPECT_THAT(found("folder:mine", anna_), ElementsAre(secret_)) << "his own";
}

// Page by page as far as anything was ranked; what is published meanwhile and what one
// has muted shifts nothing.
TEST_F(SearchTest, TheBestHaveAsManyPagesAsThereAre) {
  std::vector<model::ArticleId> all = {common_};
  for (std::uint64_t i = 10; i < 17; ++i) {
    const std::string often(i % 3, 'x');
    all.push_back(write(shared_, i, "Weather " + std::to_string(i),
                        "<p>rain " + often + " rain of the day</p>"));
  }
  must(mark_articles(*store_, "bob", {all[3]}, {.is_muted = true}, kNow));
  ReadingQuery query;
  query.viewer = bob_;
  query.text = "rain";
  query.order = store::SearchOrder::kRanked;
  query.limit = 100;
  const auto read = [&] {
    return must(read_articles(*store_, query, {.analyzer = analyzer_}, kNow));
  };
  std::vector<model::ArticleId> whole;
  for (const ReadingRow& row : read().rows) whole.push_back(row.article.id);
  EXPECT_EQ(whole.size(), all.size() - 1);
  EXPECT_FALSE(read().next);
  query.limit = 3;
  std::vector<model::ArticleId> paged;
  for (int pages = 0; pages < 10; ++pages) {
    const ReadingPage page = read();
    for (const ReadingRow& row : page.rows) paged.push_back(row.article.id);
    // The best of all comes in between.
    write(shared_, std::uint64_t(100 + pages), "Rain rain " + std::to_string(pages),
          "<p>rain rain rain</p>");
    if (!page.next) break;
    query.from = *page.next;
  }
  EXPECT_EQ(paged, whole);
}

}  // namespace
}  // namespace curlew::service
