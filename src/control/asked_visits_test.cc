// Visits that users ask for, through controller, terminal and store.

#include <array>

#include "control/controller_fixture_test.h"

namespace curlew::control {
namespace {

using model::Remark;

class AskedVisits : public ControllerTest {
 protected:
  static constexpr const char* kFeed = "http://news.example/feed";

  void SetUp() override {
    // Nothing but what is asked for: no visit is left in the budget.
    budget_.kind = schedule::BudgetKind::kPerTick;
    budget_.share_per_hour = 0.0001;
    ControllerTest::SetUp();
    web_[kFeed] = {200, {}, feed_with({1})};
  }
  void ask(model::SourceId id) {
    const std::array asked{id};
    ASSERT_TRUE(store_->schedule().ask_visits(asked, clock_.now()).ok());
  }
};

TEST_F(AskedVisits, AreMadeAtOnceBesideTheBudget) {
  const model::SourceId id = add(kFeed);
  ask(id);
  run_for(minutes(1));
  EXPECT_EQ(requests_for("/feed"), 1u);
  EXPECT_FALSE(source(id).schedule.asked);
  ask(id);
  run_for(minutes(1));
  EXPECT_EQ(requests_for("/feed"), 2u)
      << "the least gap between visits is ours to keep";
  run_for(minutes(5));
  EXPECT_EQ(requests_for("/feed"), 2u) << "once each";
}

TEST_F(AskedVisits, OutliveARestart) {
  const model::SourceId id = add(kFeed);
  ask(id);
  start();
  run_for(minutes(1));
  EXPECT_EQ(requests_for("/feed"), 1u);
}

TEST_F(AskedVisits, AreMadeAgainWhenTheOneUnderWayBeganTooEarly) {
  const model::SourceId id = add(kFeed);
  ask(id);
  run_until_reported();
  // Its report is not stored yet when the user gives a password and asks again.
  clock_.advance(Milliseconds(5));
  ask(id);
  run_for(minutes(1));
  EXPECT_EQ(requests_for("/feed"), 2u);
  EXPECT_FALSE(source(id).schedule.asked);
}

TEST_F(AskedVisits, AreNotMadeForAnHourWhenTheClockIsSetBack) {
  const model::SourceId id = add(kFeed);
  ask(id);
  clock_.jump(-hours(1));
  run_for(minutes(10));
  EXPECT_GE(requests_for("/feed"), 1u);
  EXPECT_LE(requests_for("/feed"), 2u);
  EXPECT_FALSE(source(id).schedule.asked);
}

TEST_F(AskedVisits, FollowAPageToItsFeedAndKeepItsAddress) {
  web_["http://news.example/"] = {
      200,
      {{"Content-Type", "text/html"}},
      "<html><head><link rel=alternate type='application/rss+xml' href='/feed'>"
      "<link rel=alternate type='application/rss+xml' href='/comments'></head></html>"};
  web_["http://news.example/comments"] = {200, {}, feed_with({7})};
  const model::SourceId id = add("http://news.example/");
  ask(id);
  run_for(minutes(1));
  EXPECT_EQ(source(id).source.url, kFeed);
  EXPECT_EQ(titles(), Titles{"Title 1"});
  EXPECT_EQ((*store_->sources().find("http://news.example/"))->source.id, id);

  // The same page under another name is the same source, and not the comments.
  web_["http://news.example/about"] = web_["http://news.example/"];
  const model::SourceId other = add("http://news.example/about");
  ask(other);
  run_for(minutes(1));
  EXPECT_FALSE(*store_->sources().find(other));
  EXPECT_EQ((*store_->sources().find("http://news.example/about"))->source.id, id);
  EXPECT_EQ(requests_for("/comments"), 0u);
}

// Who has a page of his own name it must not read what another's login gets.
TEST_F(AskedVisits, APageThatNamesAFeedKeptApartDoesNotBecomeIt) {
  model::Source kept;
  kept.url = kFeed;
  kept.kind = model::SourceKind::kFeed;
  kept.is_shared = false;
  kept.request.bearer_token = model::SealedText::as_kept("sealed");
  kept.added = clock_.now();
  const model::SourceId hers = *store_->sources().add(kept, clock_.now() + hours(9));
  web_["http://news.example/"] = {
      200,
      {{"Content-Type", "text/html"}},
      "<html><head><link rel=alternate type='application/rss+xml' href='/feed'>"};
  const model::SourceId his = add("http://news.example/");
  ask(his);
  run_for(minutes(1));
  ASSERT_TRUE(*store_->sources().find(his));
  EXPECT_EQ(source(his).schedule.last_remark, Remark::kDuplicate);
  EXPECT_EQ((*store_->sources().find("http://news.example/"))->source.id, his);
  EXPECT_TRUE(*store_->sources().find(hers));
}

TEST_F(AskedVisits, LeaveARemarkThatOutlivesNotModified) {
  web_["http://news.example/page"] = {
      200,
      {{"Content-Type", "text/html"}, {"ETag", "\"1\""}},
      "<html><body><p>A page that leads nowhere, and says so in a sentence.</p>"};
  model::Source page;
  page.url = "http://news.example/page";
  page.kind = model::SourceKind::kPage;
  page.added = clock_.now();
  const model::SourceId id = *store_->sources().add(page, clock_.now());
  ask(id);
  run_for(minutes(1));
  EXPECT_EQ(source(id).schedule.last_remark, Remark::kNoLinks);
  web_["http://news.example/page"].status = 500;
  ask(id);
  run_for(minutes(1));
  EXPECT_EQ(source(id).schedule.last_remark, Remark::kNone);
  web_["http://news.example/page"].status = 304;
  ask(id);
  run_for(minutes(1));
  EXPECT_EQ(source(id).schedule.last_outcome, FetchOutcome::kNotModified);
  EXPECT_EQ(source(id).schedule.last_remark, Remark::kNoLinks);
  EXPECT_EQ(store_->sources()
                .list(store::SourceFilter::kProblem, clock_.now(), minutes(1), 10)
                ->size(),
            1u);
}

}  // namespace
}  // namespace curlew::control
