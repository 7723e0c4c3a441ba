// What is not kept any longer goes, in small parts, and does not come back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/store_fixture.h"

namespace curlew::store {
namespace {

using std::chrono::days;
using testing::ElementsAre;

class RetentionTest : public StoreTest {
 protected:
  model::ArticleId add_found(std::uint64_t key, Time found, bool with_page = false) {
    const auto entry = entry_titled("article " + std::to_string(key));
    NewArticle article = article_of(source_, key, entry, true);
    article.found = found;
    auto batch = must(store_->begin());
    const auto id = must(add_one(*store_, article)).value();
    if (with_page) {
      model::Page page;
      page.content.emplace();
      page.content->text = "what it says";
      must(store_->pages().keep(id, pack(page), found));
      must(store_->versions().add(
          {.source = source_,
           .article = id,
           .url = page_url(key),
           .seen = found,
           .place = {.terminal = "t1", .segment = "one", .offset = key}}));
    }
    ScheduleRow row{.source = source_, .next_due = kNow, .last_new = found};
    must(store_->schedule().save(row));
    must(batch.commit());
    return id;
  }
  static std::string page_url(std::uint64_t key) {
    return "https://example.org/" + std::to_string(key);
  }
  bool has_page(std::uint64_t key) {
    return !must(store_->versions().of_url(page_url(key), kNever, 1)).empty();
  }
  std::size_t dropped_records() {
    return must(store_->versions().dropped("t1", 100)).size();
  }
  std::vector<std::string> titles() {
    std::vector<std::string> titles;
    for (const auto& article : must(store_->articles().newest_of(source_, 100))) {
      titles.push_back(article.title);
    }
    return titles;
  }

  const model::SourceId source_ = add("https://example.org/");
};

TEST_F(RetentionTest, ForgetsTheOldestFirstAndNoMoreThanAsked) {
  for (int age = 9; age >= 1; --age) add_found(age, kNow - days(age));
  const OlderThan week{kNow - days(4)};
  EXPECT_EQ(must(store_->retention().forget_articles(week, 3)), 3);
  EXPECT_EQ(titles().back(), "article 6");
  EXPECT_EQ(must(store_->retention().forget_articles(week, 3)), 2);
  EXPECT_EQ(must(store_->retention().forget_articles(week, 3)), 0);
  EXPECT_THAT(titles(),
              ElementsAre("article 1", "article 2", "article 3", "article 4"));
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).articles, 4);
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).pages_wanted, 4);
}

TEST_F(RetentionTest, KeepsTheNewestOfEachSource) {
  for (int key = 1; key <= 5; ++key) add_found(key, kNow);
  const auto other = add("https://other.example/");
  add_article(other, 1, "other's");
  EXPECT_THAT(must(store_->retention().sources_with_more_than(4, kNow)),
              ElementsAre(source_));
  EXPECT_THAT(must(store_->retention().sources_with_more_than(4, kNow + days(1))),
              ElementsAre());
  EXPECT_EQ(must(store_->retention().forget_articles(BeyondNewest{source_, 2}, 100)),
            3);
  EXPECT_THAT(titles(), ElementsAre("article 5", "article 4"));
  EXPECT_EQ(must(store_->articles().newest_of(other, 10)).size(), 1u);
}

TEST_F(RetentionTest, AForgottenArticleIsNotNewAgain) {
  add_found(1, kNow - days(9));
  EXPECT_EQ(must(store_->retention().forget_articles(OlderThan{kNow}, 10)), 1);
  const auto entry = entry_titled("article 1");
  auto batch = must(store_->begin());
  EXPECT_EQ(must(add_one(*store_, article_of(source_, 1, entry))), std::nullopt);
  // The same key elsewhere is another article.
  const auto late = must(add_one(*store_, article_of(source_, 2, entry)));
  EXPECT_TRUE(late.has_value());
  must(batch.commit());
  EXPECT_EQ(titles().size(), 1u);
}

TEST_F(RetentionTest, AForgottenArticleIsKnownUnderAnotherName) {
  const auto entry = entry_titled("article 1");
  NewArticle article = article_of(source_, 1, entry);
  article.likeness = 77;
  must(store::add_one(*store_, article));
  EXPECT_EQ(must(store_->retention().forget_articles(OlderThan{kNow + days(1)}, 10)),
            1);
  article.key = 2;
  EXPECT_EQ(must(add_one(*store_, article)), std::nullopt);
  article.likeness = 78;
  EXPECT_TRUE(must(add_one(*store_, article)).has_value());
}

TEST_F(RetentionTest, AnotherItemUnderTheGuidOfAForgottenOneIsNew) {
  add_found(1, kNow - days(9));
  must(store_->retention().forget_articles(OlderThan{kNow}, 10));
  const auto other = entry_titled("quite another");
  EXPECT_TRUE(must(add_one(*store_, article_of(source_, 1, other))).has_value());
  // It is forgotten in its turn, and then both are.
  EXPECT_EQ(must(store_->retention().forget_articles(OlderThan{kNow + days(1)}, 10)),
            1);
  for (const auto& entry : {entry_titled("article 1"), other}) {
    EXPECT_EQ(must(add_one(*store_, article_of(source_, 1, entry))), std::nullopt);
  }
}

TEST_F(RetentionTest, AnArticleIsAsOldAsItsLastEdit) {
  const auto id = add_found(1, kNow - days(9));
  add_found(2, kNow - days(9));
  const auto entry = entry_titled("article 1, edited");
  NewArticle edit = article_of(source_, 1, entry);
  edit.found = kNow - days(1);
  auto batch = must(store_->begin());
  must(store_->articles().edit(id, edit));
  must(batch.commit());
  EXPECT_EQ(must(store_->retention().forget_articles(OlderThan{kNow - days(5)}, 10)),
            1);
  EXPECT_THAT(titles(), ElementsAre("article 1, edited"));
}

TEST_F(RetentionTest, AnEditedEntryIsNewsOnlyWhereAllOfItsSourceIsForgotten) {
  const auto entry = entry_titled("the weather");
  NewArticle article = article_of(source_, 1, entry);
  article.likeness = 77;
  must(store::add_one(*store_, article));
  must(store_->retention().forget_articles(OlderThan{kNow + days(1)}, 10));
  EXPECT_EQ(must(add_one(*store_, article)), std::nullopt) << "nothing changed";
  article.likeness = 78;
  EXPECT_TRUE(must(add_one(*store_, article)).has_value());
  must(store_->retention().forget_articles(OlderThan{kNow + days(1)}, 10));
  add_found(2, kNow);
  article.likeness = 79;
  EXPECT_EQ(must(add_one(*store_, article)), std::nullopt) << "there is other news";
}

TEST_F(RetentionTest, TheCrawlLogIsPrunedAThousandAtATime) {
  auto batch = must(store_->begin());
  for (int i = 1; i <= 1'001; ++i) {
    must(record(*store_, report_of(source_, i, kNow - days(9)), 0));
  }
  must(batch.commit());
  EXPECT_EQ(must(store_->visits().prune(kNow, 0)), 1'000);
  EXPECT_EQ(must(store_->visits().prune(kNow, 0)), 1);
}

TEST_F(RetentionTest, ASourceThatIsRemovedAndAddedAgainBringsAll) {
  add_found(1, kNow - days(9));
  must(store_->retention().forget_articles(OlderThan{kNow}, 10));
  must(store_->sources().remove(source_));
  const auto again = add("https://example.org/");
  add_article(again, 1, "article 1");
  EXPECT_EQ(must(store_->articles().newest_of(again, 10)).size(), 1u);
}

TEST_F(RetentionTest, DropsThePageAndKeepsWhatItSays) {
  const auto old = add_found(1, kNow - days(9), true);
  add_found(2, kNow, true);
  auto batch = must(store_->begin());
  must(store_->versions().add({.source = source_,
                               .url = "https://example.org/",
                               .seen = kNow - days(9),
                               .place = {.terminal = "t1", .segment = "one"}}));
  must(batch.commit());
  EXPECT_EQ(must(store_->retention().drop_pages(OlderThan{kNow - days(1)}, 10)), 1);
  EXPECT_EQ(must(store_->retention().drop_pages(OlderThan{kNow - days(1)}, 10)), 0);
  EXPECT_FALSE(has_page(1));
  EXPECT_EQ(must(store_->pages().content(old)).value().text, "what it says");
  EXPECT_TRUE(has_page(2));
  EXPECT_EQ(must(store_->retention().drop_pages(BeyondNewest{source_, 0}, 10)), 1);
  EXPECT_FALSE(has_page(2));
  EXPECT_EQ(dropped_records(), 2u) << "their bytes may go";
  EXPECT_EQ(must(store_->versions().of_source(source_, kNever, 10)).size(), 1u)
      << "what the source itself said is not a page of an article";
}

TEST_F(RetentionTest, ForgottenArticlesTakeTheirPagesWithThem) {
  add_found(1, kNow - days(9), true);
  add_found(2, kNow, true);
  must(store_->retention().forget_articles(OlderThan{kNow - days(1)}, 10));
  EXPECT_FALSE(has_page(1));
  EXPECT_TRUE(has_page(2));
  EXPECT_EQ(dropped_records(), 1u);
}

TEST_F(RetentionTest, NothingIsWantedOfForgottenArticles) {
  const auto article = add_found(1, kNow - days(9));
  must(store_->retention().forget_articles(OlderThan{kNow}, 10));
  const auto standing = must(store_->pages().standing({{article}}));
  EXPECT_TRUE(standing.articles.empty());
  EXPECT_TRUE(standing.wanted.empty());
  EXPECT_FALSE(must(store_->articles().find(article)).has_value());
  EXPECT_EQ(must(count_status(*store_, kNow, kLateAfter)).pages_wanted, 0);
}

TEST_F(RetentionTest, TheAgeClockBeginsAtTheNewestVisit) {
  EXPECT_EQ(must(store_->retention().age_clock()), Time());
  auto batch = must(store_->begin());
  must(record(*store_, report_of(source_, 1, kNow - days(3)), 0));
  must(batch.commit());
  EXPECT_EQ(must(store_->retention().age_clock()), kNow - days(3));
  must(store_->retention().save_age_clock(kNow));
  EXPECT_EQ(must(store_->retention().age_clock()), kNow);
}

}  // namespace
}  // namespace curlew::store
