#include "store/pages.h"

#include <gmock/gmock.h>

#include "store/compression.h"
#include "store/query.h"
#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class PagesTest : public StoreTest {
 protected:
  std::vector<WantedPage> wanted(Time now, model::ArticleId after = {},
                                 std::size_t limit = 100) {
    return must(store_->pages().wanted(now, after, limit));
  }
  void fail(model::ArticleId article, std::optional<Time> retry) {
    auto batch = must(store_->begin());
    if (!must(store_->pages().standing({{article}})).wanted.contains(article)) return;
    must(retry ? store_->pages().retry(article, "404 Not Found", *retry)
               : store_->pages().give_up(article, "404 Not Found"));
    must(batch.commit());
  }
  void save(model::ArticleId article, const model::Page& page) {
    auto batch = must(store_->begin());
    must(store_->pages().keep(article, pack(page), kNow));
    must(batch.commit());
  }

  const model::SourceId source_ = add("https://example.org/feed");
};

TEST_F(PagesTest, AreWantedOldestFirst) {
  const auto first = add_article(source_, 2, "first", true);
  add_article(source_, 3, "wants none");
  const auto second = add_article(source_, 1, "second", true);
  const auto pages = wanted(kNow);
  ASSERT_THAT(pages, SizeIs(2));
  EXPECT_EQ(pages[0].article, first);
  EXPECT_EQ(pages[0].source, source_);
  EXPECT_EQ(pages[0].url, "https://example.org/first");
  EXPECT_EQ(pages[0].tries, 0u);
  EXPECT_EQ(pages[1].article, second);
  EXPECT_EQ(wanted(kNow, first)[0].article, second);
  EXPECT_THAT(wanted(kNow, {}, 1), SizeIs(1));
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).pages_wanted, 2);
}

TEST_F(PagesTest, AreNotWantedWhileTheirSourceIsPaused) {
  add_article(source_, 1, "one", true);
  must(store_->sources().set_state(source_, model::SourceState::kPaused));
  EXPECT_THAT(wanted(kNow), IsEmpty());
  must(store_->sources().set_state(source_, model::SourceState::kActive));
  EXPECT_THAT(wanted(kNow), SizeIs(1));
}

TEST_F(PagesTest, ComeBackAsTheyWereStored) {
  const auto article = add_article(source_, 1, "one", true);
  save(article, {.url = "https://example.org/final",
                 .content_type = "text/html",
                 .language = "el",
                 .category = "World"});
  EXPECT_THAT(wanted(kNow), IsEmpty());
  const auto row = must(store_->articles().newest({}, 1))[0];
  EXPECT_EQ(row.page_fetched, kNow);
  EXPECT_EQ(row.page_error, "");
  EXPECT_EQ(row.language, "el") << "the page's, where the feed states none";
  EXPECT_EQ(row.category, "World");
}

model::PageContent some_content() {
  model::PageContent content;
  content.type = model::PageType::kForum;
  content.kind = model::PageKind::kMixed;
  content.title = "The page's own title";
  content.author = "A. Writer";
  content.published = kNow - std::chrono::hours(2);
  content.modified = kNow - std::chrono::hours(1);
  content.canonical_url = "https://example.org/one";
  content.image = "https://example.org/one.png";
  content.text = "Καλημέρα.\nAnd good night.";
  content.parts.blocks = {{"Καλημέρα.", "Heading", "", 0, "/html/body"}};
  content.parts.links = {{"https://example.org/two", "Two"}};
  return content;
}

TEST_F(PagesTest, KeepWhatTheySay) {
  const auto article = add_article(source_, 1, "one", true);
  EXPECT_EQ(must(store_->pages().content(article)), std::nullopt);
  save(article, {.content = some_content()});
  EXPECT_EQ(must(store_->pages().content(article)), some_content());
  const auto row = must(store_->articles().find(article)).value();
  EXPECT_EQ(row.title, "one") << "as the feed has it";
  EXPECT_EQ(row.page_title, "The page's own title");
  EXPECT_EQ(row.author, "A. Writer") << "the page's, where the feed names none";
  EXPECT_EQ(row.published, some_content().published);
  EXPECT_EQ(row.modified, some_content().modified);
  EXPECT_EQ(row.page_type, model::PageType::kForum);
  EXPECT_EQ(row.canonical_url, "https://example.org/one");
  EXPECT_EQ(row.image, "https://example.org/one.png");
  EXPECT_EQ(row.excerpt, "Καλημέρα. And good night.");
  EXPECT_FALSE(must(store_->articles().find({99})));
}

TEST_F(PagesTest, ThatWereNotReadAreStoredWithTheReason) {
  const auto article = add_article(source_, 1, "one", true);
  save(article, {.content = some_content()});
  save(article, {.note = "too deep"});
  EXPECT_EQ(must(store_->pages().content(article)), std::nullopt);
  const auto row = must(store_->articles().newest({}, 1))[0];
  EXPECT_EQ(row.page_error, "too deep");
  EXPECT_EQ(row.page_fetched, kNow);
  EXPECT_EQ(row.page_type, std::nullopt);
}

TEST_F(PagesTest, GoWithTheirSource) {
  const auto article = add_article(source_, 1, "one", true);
  save(article, {.content = some_content()});
  must(store_->sources().remove(source_));
  EXPECT_EQ(must(store_->pages().content(article)), std::nullopt);
}

TEST(Excerpt, EndsWithAWholeWord) {
  EXPECT_EQ(excerpt_of("Short\ntext"), "Short text");
  const std::string excerpt = excerpt_of(std::string(298, 'a') + " word more");
  EXPECT_EQ(excerpt, std::string(298, 'a') + "…");
  EXPECT_EQ(excerpt_of(std::string(400, 'a')), std::string(300, 'a') + "…");
}

// As an earlier release left it.
TEST_F(PagesTest, InTheDatabaseAreThereUntilTheyAreMovedOrFetchedAgain) {
  const auto moved = add_article(source_, 1, "one", true);
  const auto fetched = add_article(source_, 2, "two", true);
  for (const auto article : {moved, fetched}) {
    save(article, {.url = "https://example.org/final", .content_type = "text/html"});
    must(Query::run(store_->database(),
                    "UPDATE pages SET html = $1 WHERE article_id = $2",
                    Blob{compress_page("<p>Καλημέρα")}, article));
  }
  const auto pages = must(store_->pages().in_database(10));
  ASSERT_THAT(pages, SizeIs(2));
  EXPECT_EQ(pages[0].article, moved);
  EXPECT_EQ(pages[0].source, source_);
  EXPECT_EQ(pages[0].url, "https://example.org/final");
  EXPECT_EQ(pages[0].content_type, "text/html");
  EXPECT_EQ(pages[0].fetched, kNow);
  EXPECT_EQ(pages[0].html, "<p>Καλημέρα");
  EXPECT_TRUE(must(store_->pages().forget_html(moved)));
  EXPECT_FALSE(must(store_->pages().forget_html(moved)));
  save(fetched, {.url = "https://example.org/final"});
  EXPECT_THAT(must(store_->pages().in_database(10)), IsEmpty());
}

TEST_F(PagesTest, AreTriedAgainWhenTheirTimeComes) {
  const auto article = add_article(source_, 1, "one", true);
  fail(article, kNow + std::chrono::hours(1));
  EXPECT_THAT(wanted(kNow), IsEmpty());
  const auto later = wanted(kNow + std::chrono::hours(1));
  ASSERT_THAT(later, SizeIs(1));
  EXPECT_EQ(later[0].tries, 1u);
  EXPECT_EQ(must(store_->articles().newest({}, 1))[0].page_error, "404 Not Found");
  save(article, {});
  EXPECT_EQ(must(store_->articles().newest({}, 1))[0].page_error, "");
}

TEST_F(PagesTest, AreGivenUpForGood) {
  const auto article = add_article(source_, 1, "one", true);
  fail(article, std::nullopt);
  EXPECT_THAT(wanted(kNever), IsEmpty());
  const auto row = must(store_->articles().newest({}, 1))[0];
  EXPECT_EQ(row.page_error, "404 Not Found");
  EXPECT_EQ(row.page_fetched, std::nullopt);
}

TEST_F(PagesTest, KeepTheGoodCopyWhenALateFailureArrives) {
  const auto article = add_article(source_, 1, "one", true);
  save(article, {.content = some_content()});
  fail(article, std::nullopt);
  fail(article, kNow);
  EXPECT_EQ(must(store_->pages().content(article)), some_content());
  EXPECT_EQ(must(store_->articles().newest({}, 1))[0].page_error, "");
  EXPECT_THAT(wanted(kNever), IsEmpty());
}

}  // namespace
}  // namespace curlew::store
