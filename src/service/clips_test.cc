#include "service/clips.h"

#include <gtest/gtest.h>

#include "base/secret_token.h"
#include "model/sealed_settings_test.h"
#include "service/personal.h"
#include "service/snapshot.h"
#include "store/clips_fixture.h"

namespace curlew::service {
namespace {

using store::kNow;
using store::must;

class ClipsService : public store::UserStoreTest {
 protected:
  void add_clips(std::uint64_t count) {
    for (std::uint64_t i = 1; i <= count; ++i) {
      add_clip(list_, add_article(source_, i, "Fog"), source_);
    }
  }

  const model::UserId anna_ = add_user("anna");
  const model::WatchlistId list_ = add_list(anna_, "Fog");
  const model::SourceId source_ = add("https://example.org/feed", "News");
};

TEST_F(ClipsService, AreTimedByAllOfTheLastThirtyDays) {
  add_clips(25);
  const auto timed = [&](Time now) {
    return must(time_clips(*store_, {.user = "anna", .limit = 20}, now)).lists;
  };
  ASSERT_EQ(timed(kNow).size(), 1U);
  EXPECT_EQ(timed(kNow)[0].clips, 25U) << "not only of those that would be listed";
  EXPECT_TRUE(timed(kNow + kTimedTime + Milliseconds(1'000)).empty());
}

TEST_F(ClipsService, ANoticeThatWaitsIsToldWithTheTroubleOfItsChannel) {
  must(store_->deliveries().add(std::vector<model::Delivery>{
      {.user = anna_, .list = list_, .created = kNow, .due = kNow}}));
  auto row = must(store_->watchlists().find(list_)).value();
  const Time retry = kNow + Milliseconds(60'000);
  row.channel = {
      .failures = 3, .failing_since = kNow, .retry_at = retry, .error = "503"};
  must(store_->watchlists().save_channel(list_, row.channel));
  const auto rows = must(list_deliveries(*store_, {.user = "anna"}));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].delivery.error, "503");
  EXPECT_EQ(rows[0].delivery.due, retry);
}

TEST_F(ClipsService, APageShowsTheNewestOfAListAndCountsAll) {
  add_clips(35);
  auto user = must(store_->users().find("anna")).value();
  user.page.mark = mark_of_token("token");
  must(store_->users().change(user));
  const auto page = must(find_personal_page(*store_, "token", {"", "", model::kNoKey}));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->lists[0].clips.size(), publish::kPageClips);
  EXPECT_EQ(page->lists[0].clip_count, 35U);
}

TEST_F(ClipsService, ArticlesAreChosenByWhatTheirReaderMadeOfThem) {
  const auto first = add_article(source_, 1, "First");
  const auto second = add_article(source_, 2, "Second");
  must(store_->subscriptions().add(
      std::vector<model::Subscription>{{anna_, source_, kNow, "Mine", ""}}));
  must(mark_articles(*store_, "anna", {first},
                     {.is_read = true, .is_starred = true, .add_tags = {"later"}},
                     kNow));
  must(mark_articles(*store_, "anna", {second}, {.add_tags = {"a", "later on"}}, kNow));
  const auto ids = [&](ArticleQuery query) {
    query.viewer = anna_;
    std::vector<model::ArticleId> out;
    for (const auto& row : must(list_articles(*store_, query))) out.push_back(row.id);
    return out;
  };
  EXPECT_EQ(ids({}).size(), 2U);
  EXPECT_EQ(ids({.is_unread = true}), std::vector{second});
  EXPECT_EQ(ids({.is_starred = true}), std::vector{first});
  EXPECT_EQ(ids({.tag = "later"}), std::vector{first});
  EXPECT_EQ(ids({.source = "#1", .tag = "later on"}), std::vector{second});
  EXPECT_EQ(ids({.folder = "Mine", .is_starred = true}), std::vector{first});
  EXPECT_TRUE(ids({.tag = "late"}).empty());
  const auto detail = must(find_article(*store_, first, kNow, anna_)).value();
  ASSERT_TRUE(detail.state);
  EXPECT_TRUE(detail.state->is_starred);
}

}  // namespace
}  // namespace curlew::service
