#include "store/article_versions.h"

#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using std::chrono::days;
using std::chrono::hours;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ArticleVersionsTest : public StoreTest {
 protected:
  void edit(const std::string& title, Time at) {
    model::Entry entry = entry_titled(title);
    entry.summary = "<p>About " + title;
    NewArticle edited = article_of(source_, 1, entry);
    edited.found = at;
    auto batch = must(store_->begin());
    must(store_->article_versions().keep_entry(article_, at));
    must(store_->articles().edit(article_, edited));
    must(batch.commit());
  }
  void read_page(const std::string& title, Time at) {
    model::Page page;
    page.content.emplace().title = title;
    page.content->text = "The text of " + title;
    auto batch = must(store_->begin());
    must(store_->article_versions().keep_page(article_, at));
    must(store_->pages().keep(article_, pack(page), at));
    must(batch.commit());
  }
  void plan(model::ArticleId article, Time due) {
    auto batch = must(store_->begin());
    must(store_->revisits().plan(article, {.step = 2,
                                           .due = due,
                                           .counted_from = kNow,
                                           .validators = {"\"e\"", "Monday", "u"}}));
    must(batch.commit());
  }
  std::vector<ArticleVersion> versions() {
    return must(store_->article_versions().of(article_));
  }

  const model::SourceId source_ = add("https://example.org/feed");
  const model::ArticleId article_ = add_article(source_, 1, "first", true);
};

TEST_F(ArticleVersionsTest, AreWhatEntriesSaidBefore) {
  edit("second", kNow + hours(1));
  edit("third", kNow + hours(2));
  const auto all = versions();
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].title, "second");
  EXPECT_EQ(all[0].summary, "<p>About second");
  EXPECT_EQ(all[0].since, kNow + hours(1));
  EXPECT_EQ(all[0].until, kNow + hours(2));
  EXPECT_FALSE(all[0].is_page);
  EXPECT_EQ(all[1].title, "first");
  EXPECT_EQ(all[1].since, kNow);
}

TEST_F(ArticleVersionsTest, AreWhatPagesSaidBefore) {
  read_page("one", kNow + hours(1));
  EXPECT_THAT(versions(), IsEmpty()) << "there was none before";
  read_page("two", kNow + hours(2));
  const auto all = versions();
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_TRUE(all[0].is_page);
  EXPECT_EQ(all[0].title, "one");
  EXPECT_EQ(all[0].text, "The text of one");
  EXPECT_EQ(all[0].since, kNow + hours(1));
  EXPECT_EQ(all[0].until, kNow + hours(2));
}

TEST_F(ArticleVersionsTest, AreBounded) {
  for (int i = 1; i <= 130; ++i) edit(std::to_string(i), kNow + hours(i));
  const auto all = versions();
  EXPECT_THAT(all, SizeIs(100));
  EXPECT_EQ(all.front().title, "129");
}

TEST_F(ArticleVersionsTest, GoWithTheirArticleAndTheirSource) {
  edit("second", kNow + hours(1));
  plan(article_, kNow);
  must(store_->retention().forget_articles(OlderThan{kNow + days(9)}, 10));
  EXPECT_THAT(versions(), IsEmpty());
  EXPECT_THAT(must(store_->revisits().of({{article_}})), IsEmpty());

  const auto other = add_article(source_, 2, "other");
  plan(other, kNow);
  {
    auto batch = must(store_->begin());
    must(store_->article_versions().keep_entry(other, kNow));
    must(store_->revisits().count(source_, 2, false));
    must(batch.commit());
  }
  ASSERT_THAT(must(store_->article_versions().of(other)), SizeIs(1));
  must(store_->sources().remove(source_));
  EXPECT_THAT(must(store_->article_versions().of(other)), IsEmpty());
  EXPECT_THAT(must(store_->revisits().of({{other}})), IsEmpty());
  EXPECT_THAT(must(store_->revisits().habits({{source_}})), IsEmpty());
}

TEST_F(ArticleVersionsTest, AreLookedForWhenTheirTimeHasCome) {
  plan(article_, kNow + hours(1));
  const auto due = [this](Time after, Time now) {
    std::vector<model::ArticleId> ids;
    for (const DueRevisit& each : must(store_->revisits().due(after, now, 10))) {
      EXPECT_EQ(each.source, source_);
      EXPECT_EQ(each.url, "https://example.org/first");
      EXPECT_EQ(each.revisit.step, 2u);
      EXPECT_EQ(each.revisit.counted_from, kNow);
      EXPECT_EQ(each.revisit.validators,
                (model::PageValidators{"\"e\"", "Monday", "u"}));
      ids.push_back(each.article);
    }
    return ids;
  };
  EXPECT_THAT(due({}, kNow), IsEmpty());
  EXPECT_THAT(due({}, kNow + hours(1)), ElementsAre(article_));
  EXPECT_THAT(due(kNow + hours(1), kNow + hours(2)), IsEmpty());
  must(store_->sources().set_state(source_, model::SourceState::kPaused));
  EXPECT_THAT(due({}, kNow + hours(1)), IsEmpty());
}

TEST_F(ArticleVersionsTest, LeaveAHabit) {
  auto batch = must(store_->begin());
  for (const bool is_changed : {false, false, true, false}) {
    must(store_->revisits().count(source_, 3, is_changed));
  }
  must(batch.commit());
  const auto habits = must(store_->revisits().habits({{source_}}));
  EXPECT_EQ(habits.at(source_).at(3).changed, 1u);
  EXPECT_EQ(habits.at(source_).at(3).unchanged, 1u) << "since the last change";
}

}  // namespace
}  // namespace curlew::store
