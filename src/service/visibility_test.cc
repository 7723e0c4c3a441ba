// What comes from a source that is not shared is seen by its subscribers alone: of
// every way to read here, that one user does not see another's.

#include <gmock/gmock.h>

#include <array>

#include "model/sealed_settings_test.h"
#include "service/clips.h"
#include "service/find_source.h"
#include "service/health.h"
#include "service/snapshot.h"
#include "service/users.h"
#include "store/clips_fixture.h"

namespace curlew::service {
namespace {

using store::kNow;
using store::must;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class Visibility : public store::UserStoreTest {
 protected:
  Visibility() {
    model::Source source =
        store::source_at("https://diary.example/feed", "Secret diary");
    source.is_shared = false;
    private_ = must(store_->sources().add(source, kNow));
    must(store_->subscriptions().add(std::vector<model::Subscription>{
        {anna_, private_, kNow, "Mine/Diaries", "Dear diary"}}));
    secret_ = add_article(private_, 1, "hidden");
    common_ = add_article(shared_, 2, "common");
  }

  const model::UserId anna_ = add_user("anna");
  const model::UserId bob_ = add_user("bob");
  const model::SourceId shared_ = add("https://common.example/feed", "Common diary");
  model::SourceId private_;
  model::ArticleId secret_, common_;
};

TEST_F(Visibility, OfASourceByAnyOfItsNames) {
  for (const char* word :
       {"#2", "2", "https://diary.example/feed", "diary.example", "Secret"}) {
    EXPECT_TRUE(find_source(*store_, word).ok()) << word;
    EXPECT_TRUE(find_source(*store_, word, anna_).ok()) << word;
    const auto hidden = find_source(*store_, word, bob_);
    ASSERT_FALSE(hidden.ok()) << word;
    EXPECT_EQ(hidden.error().kind, ErrorKind::kNotFound) << word;
  }
  // Two fit for her; he learns of one.
  EXPECT_THAT(find_source(*store_, "diary", anna_).error().text, HasSubstr("Secret"));
  EXPECT_EQ(must(find_source(*store_, "diary", bob_)).source.id, shared_);
}

TEST_F(Visibility, OfListsOfSourcesAndOfFolders) {
  const auto listed = [&](Viewer viewer, std::string folder = "") {
    return list_sources(*store_, {store::SourceFilter::kAll, std::move(folder), viewer},
                        kNow, Milliseconds(0));
  };
  EXPECT_THAT(must(listed({})), SizeIs(2));
  EXPECT_THAT(must(listed(anna_)), SizeIs(2));
  const auto his = must(listed(bob_));
  ASSERT_THAT(his, SizeIs(1));
  EXPECT_EQ(his[0].source.id, shared_);
  const auto filed = must(listed(anna_, "Mine"));
  ASSERT_THAT(filed, SizeIs(1));
  EXPECT_EQ(filed[0].source.title, "Dear diary") << "by her own name";
  EXPECT_EQ(listed(bob_, "Mine").error().kind, ErrorKind::kNotFound);
}

TEST_F(Visibility, OfListsOfArticles) {
  EXPECT_THAT(must(list_articles(*store_, {})), SizeIs(2));
  EXPECT_THAT(must(list_articles(*store_, {.viewer = anna_})), SizeIs(2));
  const auto his = must(list_articles(*store_, {.viewer = bob_}));
  ASSERT_THAT(his, SizeIs(1));
  EXPECT_EQ(his[0].id, common_);
  EXPECT_THAT(must(list_articles(*store_, {.since = kNow, .viewer = bob_})), SizeIs(1));
  EXPECT_FALSE(list_articles(*store_, {.source = "2", .viewer = bob_}).ok());
  EXPECT_THAT(must(list_articles(*store_, {.source = "2", .viewer = anna_})),
              SizeIs(1));
  EXPECT_THAT(must(list_articles(*store_, {.folder = "Mine", .viewer = anna_})),
              SizeIs(1));
  EXPECT_FALSE(list_articles(*store_, {.folder = "Mine", .viewer = bob_}).ok());
}

TEST_F(Visibility, OfAnArticle) {
  EXPECT_TRUE(must(find_article(*store_, secret_, kNow)));
  EXPECT_TRUE(must(find_article(*store_, secret_, kNow, anna_)));
  EXPECT_FALSE(must(find_article(*store_, secret_, kNow, bob_)));
  EXPECT_TRUE(must(find_article(*store_, common_, kNow, bob_)));
}

TEST_F(Visibility, OfWhatIsMadeOfArticles) {
  EXPECT_EQ(mark_articles(*store_, "bob", {common_, secret_}, {.is_read = true}, kNow)
                .error()
                .kind,
            ErrorKind::kNotFound);
  EXPECT_EQ(rows_of("article_states"), 0) << "all or none";
  must(mark_articles(*store_, "anna", {secret_}, {.is_read = true, .add_tags = {"x"}},
                     kNow));
  EXPECT_EQ(mark_articles(*store_, "anna", {secret_}, {.add_tags = {"a\nb"}}, kNow)
                .error()
                .kind,
            ErrorKind::kUsage);
}

TEST_F(Visibility, OfClipsOfTheirTimesAndOfNotices) {
  const auto hers = add_list(anna_, "Hers");
  const auto his = add_list(bob_, "His");
  const auto delivery = must(store_->deliveries().add(
      std::vector<model::Delivery>{{.user = anna_, .list = hers, .due = kNow}}));
  add_clip(hers, secret_, private_, delivery);
  // One that was cut before the source became private.
  add_clip(his, secret_, private_);
  EXPECT_THAT(must(list_clips(*store_, {.user = "anna"})), SizeIs(1));
  EXPECT_THAT(must(list_clips(*store_, {.user = "bob"})), IsEmpty());
  EXPECT_THAT(must(list_clips(*store_, {.user = "bob", .list = "His"})), IsEmpty());
  EXPECT_EQ(list_clips(*store_, {.user = "bob", .list = "Hers"}).error().kind,
            ErrorKind::kNotFound);
  EXPECT_EQ(list_clips(*store_, {.user = "", .list = "Hers"}).error().kind,
            ErrorKind::kUsage);
  EXPECT_THAT(must(list_clips(*store_, {})), SizeIs(2)) << "the operator";
  EXPECT_THAT(must(time_clips(*store_, {.user = "bob"}, kNow)).sources, IsEmpty());
  EXPECT_THAT(must(time_clips(*store_, {.user = "anna"}, kNow)).sources, SizeIs(1));
  EXPECT_THAT(must(list_deliveries(*store_, {.user = "anna"})), SizeIs(1));
  EXPECT_THAT(must(list_deliveries(*store_, {.user = "bob"})), IsEmpty());
}

TEST_F(Visibility, TimesAreThoseOfTheClipsWay) {
  const auto list = add_list(anna_, "Hers");
  for (int i = 0; i < 20; ++i) {
    const auto article = add_article(shared_, 100 + unsigned(i), std::to_string(i));
    const auto delivery = must(store_->deliveries().add(
        std::vector<model::Delivery>{{.user = anna_, .list = list, .due = kNow}}));
    add_clip(list, article, shared_, delivery);
    must(store_->deliveries().note(
        std::vector<store::DeliveryOutcome>{{delivery, model::DeliveryState::kSent,
                                             kNow + Milliseconds(5 + (i + 1) * 10)}}));
  }
  const auto timings = must(time_clips(*store_, {.user = "anna", .limit = 100}, kNow));
  ASSERT_THAT(timings.lists, SizeIs(1));
  const ClipTiming& timing = timings.lists[0];
  EXPECT_EQ(timing.name, "anna/Hers");
  EXPECT_EQ(timing.clips, 20U);
  EXPECT_EQ(timing.to_found.count, 0U);
  EXPECT_EQ(timing.to_matched.p50, Milliseconds(5));
  EXPECT_EQ(timing.to_delivered.p50, Milliseconds(100));
  EXPECT_EQ(timing.to_delivered.p95, Milliseconds(190));
  EXPECT_EQ(timing.in_all.p95, Milliseconds(195));
  EXPECT_EQ(timings.sources[0].name, "Common diary");
}

TEST_F(Visibility, DelaysLeaveOutWhatIsOlderThanItsSource) {
  const auto list = add_list(anna_, "Hers");
  for (int i = 0; i < 3; ++i) {
    const auto article = add_article(shared_, 100 + unsigned(i), std::to_string(i));
    const auto delivery = must(store_->deliveries().add(
        std::vector<model::Delivery>{{.user = anna_, .list = list, .due = kNow}}));
    const auto clip = add_clip(list, article, shared_, delivery);
    // In time, a year before the source was added, and later than it was found.
    const Time published = kNow + std::chrono::hours(24) * std::array{0, -365, 1}[i];
    must(store::Query::run(store_->database(),
                           "UPDATE clips SET published = $1 WHERE id = $2", published,
                           clip));
    must(store_->deliveries().note(std::vector<store::DeliveryOutcome>{
        {delivery, model::DeliveryState::kSent, kNow + Milliseconds(9)}}));
  }
  const auto timings = must(time_clips(*store_, {.user = "anna", .limit = 100}, kNow));
  const ClipTiming& timing = timings.lists.at(0);
  EXPECT_EQ(timing.to_found.count, 1U);
  EXPECT_EQ(timing.to_matched.count, 3U);
  EXPECT_EQ(timing.in_all.count, 1U);
  EXPECT_EQ(timing.in_all.p95, Milliseconds(9));
  const DelayPicture picture = must(take_delays(*store_, 7, kNow, anna_, "anna"));
  EXPECT_EQ(picture.delivered.count, 3U);
  EXPECT_EQ(picture.all.count, 1U);
  EXPECT_EQ(picture.all.p95, Milliseconds(9));
}

}  // namespace
}  // namespace curlew::service
