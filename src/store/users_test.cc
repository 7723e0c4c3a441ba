#include "store/users.h"

#include <gmock/gmock.h>

#include "store/clips_fixture.h"

namespace curlew::store {
namespace {

using model::ArticleId;
using model::SourceId;
using model::UserId;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class UsersTest : public UserStoreTest {};

TEST_F(UsersTest, AreFoundByNameIdAndPage) {
  const UserId eleni = add_user("eleni");
  const UserRow row = *must(store_->users().find("eleni"));
  EXPECT_EQ(row.user.id, eleni);
  EXPECT_EQ(row.user.time_zone, "Europe/Athens");
  EXPECT_EQ(row.user.added, kNow);
  EXPECT_EQ(must(store_->users().find(eleni))->user.name, "eleni");
  EXPECT_EQ(must(store_->users().find_by_page("page of eleni"))->user.id, eleni);
  EXPECT_EQ(must(store_->users().find_by_page("")), std::nullopt);
  EXPECT_EQ(must(store_->users().find("Eleni")), std::nullopt);
  EXPECT_EQ(must(store_->users().count()), 1);
}

TEST_F(UsersTest, HaveNamesOfTheirOwn) {
  add_user("eleni");
  UserRow again;
  again.user.name = "eleni";
  again.page.mark = "another";
  EXPECT_EQ(store_->users().add(again).error().kind, ErrorKind::kExists);
  add_user("anna");
  const auto all = must(store_->users().list());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].user.name, "anna");
}

TEST_F(UsersTest, AreChanged) {
  const UserId eleni = add_user("eleni");
  UserRow row = *must(store_->users().find(eleni));
  row.user.mail = "new@example.org";
  row.password = "hash";
  row.page.mark = "rotated";
  must(store_->users().change(row));
  must(store_->users().note_active(eleni, kNow + std::chrono::hours(1)));
  const UserRow now = *must(store_->users().find_by_page("rotated"));
  EXPECT_EQ(now.user.mail, "new@example.org");
  EXPECT_EQ(now.password, "hash");
  EXPECT_EQ(now.user.last_active, kNow + std::chrono::hours(1));
  row.user.id = {77};
  EXPECT_EQ(store_->users().change(row).error().kind, ErrorKind::kNotFound);
}

TEST_F(UsersTest, GoWithAllThatIsTheirs) {
  const SourceId source = add("https://example.org/");
  const ArticleId article = add_article(source, 1, "one");
  for (const char* name : {"eleni", "anna"}) {
    const UserId user = add_user(name);
    must(store_->subscriptions().add(
        std::vector<model::Subscription>{{user, source, kNow, "", ""}}));
    must(store_->article_states().change(std::vector<ArticleStateEdit>{
        {.user = user, .article = article, .is_read = true}}));
    const auto list = add_list(user, "News");
    const auto delivery = must(store_->deliveries().add(
        std::vector<model::Delivery>{{.user = user, .list = list}}));
    add_clip(list, article, source, delivery);
  }
  must(store_->users().remove({1}));
  for (const char* table : {"users", "subscriptions", "article_states", "watchlists",
                            "watch_queries", "clips", "clip_bands", "deliveries"}) {
    EXPECT_EQ(rows_of(table), 1) << table;
  }
  EXPECT_EQ(store_->users().remove({1}).error().kind, ErrorKind::kNotFound);
  EXPECT_NE(add_user("eleni"), UserId{1}) << "a late notice would hit a stranger";
}

class SubscriptionsTest : public UserStoreTest {
 protected:
  SourceId add_private(std::string url) {
    model::Source source = source_at(std::move(url));
    source.is_shared = false;
    return must(store_->sources().add(source, kNow));
  }
  void subscribe(UserId user, SourceId source, std::string folder = "") {
    must(store_->subscriptions().add(
        std::vector<model::Subscription>{{user, source, kNow, folder, ""}}));
  }
  model::Source source(SourceId id) { return must(store_->sources().find(id))->source; }

  const UserId anna_ = add_user("anna");
  const UserId bob_ = add_user("bob");
  const SourceId shared_ = add("https://shared.example/");
  const SourceId private_ = add_private("https://private.example/");
};

TEST_F(SubscriptionsTest, SayWhoSeesWhat) {
  auto& subscriptions = store_->subscriptions();
  subscribe(anna_, private_);
  EXPECT_TRUE(must(subscriptions.is_visible(anna_, private_)));
  EXPECT_FALSE(must(subscriptions.is_visible(bob_, private_)));
  EXPECT_TRUE(must(subscriptions.is_visible(bob_, shared_)));
  EXPECT_FALSE(must(subscriptions.is_visible(bob_, {99})));
  EXPECT_THAT(must(subscriptions.visible_sources(anna_)),
              ElementsAre(shared_, private_));
  EXPECT_THAT(must(subscriptions.visible_sources(bob_)), ElementsAre(shared_));
  must(subscriptions.set_shared(std::vector{private_}, true));
  EXPECT_TRUE(must(subscriptions.is_visible(bob_, private_)));
  EXPECT_TRUE(source(private_).is_shared);
}

TEST_F(SubscriptionsTest, AreMadeOnceAndTaken) {
  auto& subscriptions = store_->subscriptions();
  subscribe(anna_, private_, "News");
  subscribe(anna_, private_, "News/Sea");
  const auto mine = must(subscriptions.of_user(anna_));
  ASSERT_EQ(mine.size(), 1U);
  EXPECT_EQ(mine[0].folder, "News/Sea");
  subscribe(bob_, private_);
  EXPECT_EQ(must(subscriptions.of_sources(std::vector{private_, shared_})).size(), 2U);
  EXPECT_THAT(must(subscriptions.remove(anna_, std::vector{private_, shared_})),
              ElementsAre(private_));
  EXPECT_THAT(must(subscriptions.unseen(std::vector{private_, shared_})), IsEmpty());
  must(subscriptions.remove(bob_, std::vector{private_}));
  EXPECT_THAT(must(subscriptions.unseen(std::vector{private_, shared_})),
              ElementsAre(private_));
}

TEST_F(SubscriptionsTest, AreTheAudienceThatTheControllerHearsOf) {
  auto& subscriptions = store_->subscriptions();
  const auto before = must(store_->schedule().revision());
  subscribe(anna_, shared_);
  subscribe(bob_, shared_);
  must(subscriptions.count_audience(std::vector{shared_, private_}, kNow));
  EXPECT_EQ(source(shared_).audience, (model::Audience{2, 100}));
  EXPECT_EQ(source(private_).audience, (model::Audience{0, 100}));
  const auto changes = must(store_->schedule().changes_since(before, 10));
  EXPECT_EQ(changes.changed.size(), 2U);

  // A user who was not there for a while counts less.
  must(store_->users().note_active(anna_, kNow + std::chrono::hours(24 * 40)));
  must(subscriptions.count_audience(std::vector{shared_},
                                    kNow + std::chrono::hours(24 * 40)));
  EXPECT_EQ(source(shared_).audience, (model::Audience{2, 55}));
  must(subscriptions.count_audience(std::vector{shared_},
                                    kNow + std::chrono::hours(24 * 20)));
  EXPECT_EQ(source(shared_).audience, (model::Audience{2, 75}));
}

TEST_F(SubscriptionsTest, CountForLessWhenTheirUsersStayAway) {
  Subscriptions& subscriptions = store_->subscriptions();
  subscribe(anna_, shared_);
  subscribe(bob_, private_);
  must(subscriptions.count_audience(std::vector{shared_, private_}, kNow));
  EXPECT_EQ(must(subscriptions.renew_activity(kNow, 10)), 0);
  const Time later = kNow + std::chrono::hours(24 * 40);
  must(store_->users().note_active(bob_, later));
  const auto before = must(store_->schedule().revision());
  EXPECT_EQ(must(subscriptions.renew_activity(later, 10)), 1);
  EXPECT_EQ(source(shared_).audience, (model::Audience{1, 10}));
  EXPECT_EQ(source(private_).audience, (model::Audience{1, 100}));
  EXPECT_EQ(must(store_->schedule().changes_since(before, 10)).changed.size(), 1U)
      << "the controller hears of it";
  EXPECT_EQ(must(subscriptions.renew_activity(later, 10)), 0);
}

TEST_F(SubscriptionsTest, GoOnToTheSourceThatTheirsTurnedOutToBe) {
  subscribe(anna_, private_, "Mine");
  subscribe(bob_, private_, "His");
  subscribe(bob_, shared_, "Old");
  must(store_->sources().merge(private_, "https://shared.example/", kNow));
  EXPECT_EQ(source(shared_).audience.subscribers, 2U);
  EXPECT_EQ(must(store_->subscriptions().of_user(anna_))[0].source, shared_);
  const auto bobs = must(store_->subscriptions().of_user(bob_));
  ASSERT_EQ(bobs.size(), 1U);
  EXPECT_EQ(bobs[0].folder, "Old");
}

TEST_F(SubscriptionsTest, FoldersStayWhereTheyWereWhenSourcesTurnOutToBeOne) {
  const auto file = [&](model::SourceId id, std::string folder) {
    model::Source filed = source(id);
    filed.folder = std::move(folder);
    must(store_->sources().change(filed));
  };
  const auto add_private = [&](const std::string& url) {
    model::Source one = source_at(url, "One");
    one.is_shared = false;
    return must(store_->sources().add(one, kNow));
  };
  file(private_, "Sea");
  must(store_->sources().merge(add_private("https://nobodys.example/"),
                               source(private_).url, kNow));
  EXPECT_EQ(source(private_).folder, "Sea") << "nobody came";
  subscribe(anna_, private_);
  const auto hers = add_private("https://hers.example/");
  subscribe(anna_, hers);
  must(store_->sources().merge(hers, source(private_).url, kNow));
  EXPECT_EQ(source(private_).folder, "Sea") << "she has it already";
  const auto his = add_private("https://his.example/");
  subscribe(bob_, his);
  file(his, "Lakes");
  must(store_->sources().merge(his, source(private_).url, kNow));
  EXPECT_EQ(must(store_->subscriptions().of_user(anna_))[0].folder, "Sea");
  EXPECT_EQ(must(store_->subscriptions().of_user(bob_))[0].folder, "Lakes");
}

TEST_F(SubscriptionsTest, ArticlesOfOthersAreNotListed) {
  const auto common = add_article(shared_, 1, "common");
  const auto hers = add_article(private_, 2, "hers");
  subscribe(anna_, private_);
  const auto ids = [&](ArticleFilter filter) {
    std::vector<ArticleId> all;
    for (const auto& row : must(store_->articles().newest(filter, 10)))
      all.push_back(row.id);
    return all;
  };
  EXPECT_THAT(ids({}), ElementsAre(hers, common));
  EXPECT_THAT(ids({.user = anna_}), ElementsAre(hers, common));
  EXPECT_THAT(ids({.user = bob_}), ElementsAre(common));
  EXPECT_THAT(ids({.user = bob_, .source = private_}), IsEmpty());
  EXPECT_THAT(ids({.user = bob_, .since = kNow}), ElementsAre(common));
  EXPECT_THAT(ids({.user = bob_, .source = private_, .since = kNow}), IsEmpty());

  must(store_->article_states().change(std::vector<ArticleStateEdit>{
      {.user = anna_, .article = common, .is_muted = true}}));
  EXPECT_THAT(ids({.user = anna_}), ElementsAre(hers)) << "muted";
  EXPECT_THAT(ids({.user = bob_}), ElementsAre(common));
}

TEST_F(SubscriptionsTest, FoldersAreTheUsersOwn) {
  const auto hers = add_article(private_, 2, "hers");
  subscribe(anna_, private_, "Sea/Ships");
  EXPECT_EQ(
      must(store_->articles().newest({.user = anna_, .folder = "Sea"}, 10)).at(0).id,
      hers);
  EXPECT_THAT(must(store_->articles().newest({.user = bob_, .folder = "Sea"}, 10)),
              IsEmpty());
}

using ArticleStatesTest = SubscriptionsTest;

TEST_F(ArticleStatesTest, ChangeInOrderAndKeepWhatIsNotNamed) {
  const auto one = add_article(shared_, 1, "one");
  const auto two = add_article(shared_, 2, "two");
  auto& states = store_->article_states();
  must(states.change(std::vector<ArticleStateEdit>{
      {.user = anna_, .article = one, .is_starred = true, .add_tags = {"b", "a", "b"}},
      {.user = anna_, .article = one, .is_read = true, .remove_tags = {"b"}},
      {.user = bob_, .article = two, .is_read = true}}));
  must(states.change(std::vector<ArticleStateEdit>{
      {.user = anna_, .article = one, .is_read = false, .add_tags = {"c"}}}));
  const auto annas = must(states.of(anna_, std::vector{one, two}));
  ASSERT_EQ(annas.size(), 1U);
  EXPECT_EQ(annas.at(one), (ArticleState{false, true, false, {"a", "c"}}));
}

TEST_F(ArticleStatesTest, GoWithTheArticleAndClipsStay) {
  const auto one = add_article(shared_, 1, "one");
  must(store_->article_states().change(
      std::vector<ArticleStateEdit>{{.user = anna_, .article = one, .is_read = true}}));
  const auto list = add_list(anna_, "News");
  add_clip(list, one, shared_);
  EXPECT_EQ(
      must(store_->retention().forget_articles(OlderThan{kNow + Milliseconds(1)}, 10)),
      1);
  EXPECT_EQ(rows_of("article_states"), 0);
  EXPECT_EQ(rows_of("clips"), 1);
  EXPECT_EQ(rows_of("clip_bands"), 0);
}

}  // namespace
}  // namespace curlew::store
