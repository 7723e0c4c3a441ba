// What is not kept any longer goes, in small parts, and does not come back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using std::chrono::days;
using testing::ElementsAre;

class Retention : public StoreTest {
 protected:
  model::ArticleId add_found(std::uint64_t key, Time found, bool with_page = false) {
    const auto entry = entry_titled("article " + std::to_string(key));
    NewArticle article = article_of(source_, key, entry, true);
    article.found = found;
    const auto batch = must(store_->begin());
    const auto id = must(batch->add_article(article)).value();
    if (with_page) {
      model::Page page;
      page.html = "<p>" + std::string(20'000, 'x');
      page.content.emplace();
      page.content->text = "what it says";
      must(batch->save_page(id, page, found));
    }
    ScheduleRow row{.source = source_, .next_due = kNow, .last_new = found};
    must(batch->save_schedule(row));
    must(batch->commit());
    return id;
  }
  std::vector<std::string> titles() {
    std::vector<std::string> titles;
    for (const auto& article : must(store_->articles_of(source_, 100))) {
      titles.push_back(article.title);
    }
    return titles;
  }

  const model::SourceId source_ = add("https://example.org/");
};

TEST_F(Retention, ForgetsTheOldestFirstAndNoMoreThanAsked) {
  for (int age = 9; age >= 1; --age) add_found(age, kNow - days(age));
  const OlderThan week{kNow - days(4)};
  EXPECT_EQ(must(store_->forget_articles(week, 3)), 3);
  EXPECT_EQ(titles().back(), "article 6");
  EXPECT_EQ(must(store_->forget_articles(week, 3)), 2);
  EXPECT_EQ(must(store_->forget_articles(week, 3)), 0);
  EXPECT_THAT(titles(),
              ElementsAre("article 1", "article 2", "article 3", "article 4"));
  EXPECT_EQ(must(store_->status(kNow, kLateAfter)).articles, 4);
  EXPECT_EQ(must(store_->status(kNow, kLateAfter)).pages_wanted, 4);
}

TEST_F(Retention, KeepsTheNewestOfEachSource) {
  for (int key = 1; key <= 5; ++key) add_found(key, kNow);
  const auto other = add("https://other.example/");
  add_article(other, 1, "other's");
  EXPECT_THAT(must(store_->sources_with_more_than(4, kNow)), ElementsAre(source_));
  EXPECT_THAT(must(store_->sources_with_more_than(4, kNow + days(1))), ElementsAre());
  EXPECT_EQ(must(store_->forget_articles(BeyondNewest{source_, 2}, 100)), 3);
  EXPECT_THAT(titles(), ElementsAre("article 5", "article 4"));
  EXPECT_EQ(must(store_->articles_of(other, 10)).size(), 1u);
}

TEST_F(Retention, AForgottenArticleIsNotNewAgain) {
  add_found(1, kNow - days(9));
  EXPECT_EQ(must(store_->forget_articles(OlderThan{kNow}, 10)), 1);
  const auto entry = entry_titled("article 1");
  const auto batch = must(store_->begin());
  EXPECT_EQ(must(batch->add_article(article_of(source_, 1, entry))), std::nullopt);
  // The same key elsewhere is another article.
  const auto late = must(batch->add_article(article_of(source_, 2, entry)));
  EXPECT_TRUE(late.has_value());
  must(batch->commit());
  EXPECT_EQ(titles().size(), 1u);
}

TEST_F(Retention, AForgottenArticleIsKnownUnderAnotherName) {
  const auto entry = entry_titled("article 1");
  NewArticle article = article_of(source_, 1, entry);
  article.likeness = 77;
  auto batch = must(store_->begin());
  must(batch->add_article(article));
  must(batch->commit());
  EXPECT_EQ(must(store_->forget_articles(OlderThan{kNow + days(1)}, 10)), 1);
  article.key = 2;
  batch = must(store_->begin());
  EXPECT_EQ(must(batch->add_article(article)), std::nullopt);
  article.likeness = 78;
  EXPECT_TRUE(must(batch->add_article(article)).has_value());
}

TEST_F(Retention, AnotherItemUnderTheGuidOfAForgottenOneIsNew) {
  add_found(1, kNow - days(9));
  must(store_->forget_articles(OlderThan{kNow}, 10));
  const auto other = entry_titled("quite another");
  const auto batch = must(store_->begin());
  EXPECT_TRUE(must(batch->add_article(article_of(source_, 1, other))).has_value());
  must(batch->commit());
  // It is forgotten in its turn, and then both are.
  EXPECT_EQ(must(store_->forget_articles(OlderThan{kNow + days(1)}, 10)), 1);
  const auto again = must(store_->begin());
  for (const auto& entry : {entry_titled("article 1"), other}) {
    EXPECT_EQ(must(again->add_article(article_of(source_, 1, entry))), std::nullopt);
  }
}

TEST_F(Retention, AnArticleIsAsOldAsItsLastEdit) {
  const auto id = add_found(1, kNow - days(9));
  add_found(2, kNow - days(9));
  const auto entry = entry_titled("article 1, edited");
  NewArticle edit = article_of(source_, 1, entry);
  edit.found = kNow - days(1);
  const auto batch = must(store_->begin());
  must(batch->edit_article(id, edit));
  must(batch->commit());
  EXPECT_EQ(must(store_->forget_articles(OlderThan{kNow - days(5)}, 10)), 1);
  EXPECT_THAT(titles(), ElementsAre("article 1, edited"));
}

TEST_F(Retention, AnEditedEntryIsNewsOnlyWhereAllOfItsSourceIsForgotten) {
  const auto entry = entry_titled("the weather");
  NewArticle article = article_of(source_, 1, entry);
  article.likeness = 77;
  auto batch = must(store_->begin());
  must(batch->add_article(article));
  must(batch->commit());
  must(store_->forget_articles(OlderThan{kNow + days(1)}, 10));
  batch = must(store_->begin());
  EXPECT_EQ(must(batch->add_article(article)), std::nullopt) << "nothing changed";
  article.likeness = 78;
  EXPECT_TRUE(must(batch->add_article(article)).has_value());
  must(batch->commit());
  must(store_->forget_articles(OlderThan{kNow + days(1)}, 10));
  add_found(2, kNow);
  batch = must(store_->begin());
  article.likeness = 79;
  EXPECT_EQ(must(batch->add_article(article)), std::nullopt) << "there is other news";
}

TEST_F(Retention, TheCrawlLogIsPrunedAThousandAtATime) {
  const auto batch = must(store_->begin());
  for (int i = 1; i <= 1'001; ++i) {
    must(batch->record_visit(report_of(source_, i, kNow - days(9)), 0));
  }
  must(batch->commit());
  EXPECT_EQ(must(store_->prune_visits(kNow, 0)), 1'000);
  EXPECT_EQ(must(store_->prune_visits(kNow, 0)), 1);
}

TEST_F(Retention, ASourceThatIsRemovedAndAddedAgainBringsAll) {
  add_found(1, kNow - days(9));
  must(store_->forget_articles(OlderThan{kNow}, 10));
  must(store_->remove_source(source_));
  const auto again = add("https://example.org/");
  add_article(again, 1, "article 1");
  EXPECT_EQ(must(store_->articles_of(again, 10)).size(), 1u);
}

TEST_F(Retention, DropsTheHtmlAndKeepsWhatItSays) {
  const auto old = add_found(1, kNow - days(9), true);
  const auto fresh = add_found(2, kNow, true);
  EXPECT_EQ(must(store_->drop_pages(OlderThan{kNow - days(1)}, 10)), 1);
  EXPECT_EQ(must(store_->drop_pages(OlderThan{kNow - days(1)}, 10)), 0);
  EXPECT_FALSE(must(store_->page_html(old)).has_value());
  EXPECT_EQ(must(store_->page_content(old)).value().text, "what it says");
  EXPECT_TRUE(must(store_->page_html(fresh)).has_value());
  EXPECT_EQ(must(store_->drop_pages(BeyondNewest{source_, 0}, 10)), 1);
  EXPECT_FALSE(must(store_->page_html(fresh)).has_value());
}

TEST_F(Retention, LateReportsOfForgottenArticlesChangeNothing) {
  const auto article = add_found(1, kNow - days(9));
  must(store_->forget_articles(OlderThan{kNow}, 10));
  const auto batch = must(store_->begin());
  must(batch->save_page(article, {}, kNow));
  must(batch->page_failed(article, "too late", kNow));
  must(batch->commit());
  EXPECT_FALSE(must(store_->article_by_id(article)).has_value());
  EXPECT_EQ(must(store_->status(kNow, kLateAfter)).pages_wanted, 0);
}

TEST_F(Retention, TheAgeClockBeginsAtTheNewestVisit) {
  EXPECT_EQ(must(store_->age_clock()), Time());
  const auto batch = must(store_->begin());
  must(batch->record_visit(report_of(source_, 1, kNow - days(3)), 0));
  must(batch->commit());
  EXPECT_EQ(must(store_->age_clock()), kNow - days(3));
  must(store_->save_age_clock(kNow));
  EXPECT_EQ(must(store_->age_clock()), kNow);
}

}  // namespace
}  // namespace curlew::store
