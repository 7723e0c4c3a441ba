// What becomes of sources: found, followed, moved, gone, paused.

#include "control/controller_fixture_test.h"
#include "schedule/make_policy.h"

namespace curlew::control {
namespace {

TEST_F(ControllerTest, StoresWhatAFeedShowsAndFetchesThePages) {
  web_["http://news.example/feed"] = {200, {{"ETag", "\"1\""}}, feed_with({2, 1})};
  web_["http://news.example/1"] = {200, {{"Content-Type", "text/html"}}, "<p>One"};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  EXPECT_EQ(titles(), (Titles{"Title 2", "Title 1"}));
  EXPECT_EQ(source(id).source.title, "News");
  EXPECT_EQ(source(id).source.kind, model::SourceKind::kFeed);
  const auto articles = *store_->articles().newest_of(id, 10);
  EXPECT_EQ(kept_page(articles[1]), "<p>One");
  EXPECT_EQ(kept_page(articles[0]), std::nullopt);
  EXPECT_FALSE(articles[0].page_error.empty());
}

TEST_F(ControllerTest, ABrowserReadsTheArticlesOfASourceThatWantsItButNotItsFeed) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  web_["http://news.example/1"] = {200, {{"Content-Type", "text/html"}}, "<p>One"};
  const auto id = add("http://news.example/feed");
  model::Source wish = source(id).source;
  wish.rendering = model::Rendering::kAlways;
  ASSERT_TRUE(store_->sources().change(wish).ok());
  run_for(minutes(1));
  ASSERT_EQ(rendered_.size(), 1u);
  EXPECT_EQ(rendered_[0].url, "http://news.example/1");
  EXPECT_EQ(kept_page((*store_->articles().newest_of(id, 10))[0]), "<p>One");
}

// Requests have no letters but those of ASCII, and versions are found by what was
// asked.
TEST_F(ControllerTest, APageIsKeptUnderTheAddressThatWasAskedFor) {
  web_["http://news.example/feed"] = {
      200,
      {},
      "<rss version='2.0'><channel><title>News</title><item><guid>1</guid><link>"
      "http://news.example/a/../άλφα#part</link><title>One</title></item></channel>"
      "</rss>"};
  web_["http://news.example/%CE%AC%CE%BB%CF%86%CE%B1"] = {
      200, {{"Content-Type", "text/html"}}, "<p>One"};
  add("http://news.example/feed");
  run_for(minutes(1));
  const auto versions = *store_->versions().of_url(
      "http://news.example/%CE%AC%CE%BB%CF%86%CE%B1", kNever, 10);
  ASSERT_EQ(versions.size(), 1u);
  EXPECT_EQ(versions[0].summary, "the first version");
}

TEST_F(ControllerTest, AFeedThatChangesItsTitleIsCalledByTheNewOne) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  std::string renamed = feed_with({1});
  renamed.replace(renamed.find("News"), 4, "Daily");
  web_["http://news.example/feed"].body = renamed;
  run_for(hours(1));
  EXPECT_EQ(source(id).source.title, "Daily");
}

TEST_F(ControllerTest, FindsOnlyWhatIsNewAndAsksConditionally) {
  web_["http://news.example/feed"] = {200, {{"ETag", "\"1\""}}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  web_["http://news.example/feed"] = {304, {}, ""};
  run_for(minutes(30));
  web_["http://news.example/feed"] = {200, {{"ETag", "\"2\""}}, feed_with({2, 1})};
  run_for(hours(2));
  EXPECT_EQ(titles(), (Titles{"Title 2", "Title 1"}));
  EXPECT_GE(outcomes(id).size(), 3u);
  std::vector<std::string> sent;
  for (const http::Request& request : requests_) {
    if (request.url != "http://news.example/feed") continue;
    sent.emplace_back(
        http::find_header(request.headers, "If-None-Match").value_or("-"));
  }
  EXPECT_EQ(sent.front(), "-");
  EXPECT_EQ(sent[1], "\"1\"");
  EXPECT_EQ(sent.back(), "\"2\"");
}

TEST_F(ControllerTest, ASourceFailsBacksOffAndRecovers) {
  web_["http://news.example/feed"] = {500, {}, ""};
  const auto id = add("http://news.example/feed");
  run_for(minutes(5));
  EXPECT_EQ(source(id).source.state, SourceState::kActive);
  EXPECT_EQ(source(id).schedule.failures, 1u);
  run_for(hours(1));
  EXPECT_EQ(source(id).source.state, SourceState::kFailing);
  EXPECT_NE(source(id).schedule.last_error.find("500"), std::string::npos);
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  run_for(hours(3));
  EXPECT_EQ(source(id).source.state, SourceState::kActive);
  EXPECT_EQ(titles(), Titles{"Title 1"});
}

TEST_F(ControllerTest, AGoneSourceIsNotVisitedAgain) {
  web_["http://news.example/feed"] = {410, {}, ""};
  const auto id = add("http://news.example/feed");
  run_for(hours(30));
  EXPECT_EQ(source(id).source.state, SourceState::kGone);
  EXPECT_EQ(outcomes(id), std::vector{FetchOutcome::kGone});
}

TEST_F(ControllerTest, APermanentRedirectIsBelievedAtTheThirdSighting) {
  web_["http://news.example/feed"] = {
      301, {{"Location", "http://new.example/feed"}}, ""};
  web_["http://new.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  EXPECT_EQ(source(id).source.url, "http://news.example/feed");
  EXPECT_EQ(source(id).schedule.moved_seen, 1u);
  run_for(hours(3));
  EXPECT_EQ(source(id).source.url, "http://new.example/feed");
  EXPECT_EQ(titles(), Titles{"Title 1"});
}

TEST_F(ControllerTest, ATemporaryRedirectIsNeverBelieved) {
  web_["http://news.example/feed"] = {
      302, {{"Location", "http://new.example/feed"}}, ""};
  web_["http://new.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_for(hours(6));
  EXPECT_EQ(source(id).source.url, "http://news.example/feed");
  EXPECT_EQ(titles(), Titles{"Title 1"});
}

TEST_F(ControllerTest, APageThatNamesItsFeedLeadsToIt) {
  web_["http://news.example/"] = {
      200,
      {{"Content-Type", "text/html"}},
      "<!doctype html><link rel=alternate type=application/rss+xml href=/feed>"};
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/");
  run_for(minutes(2));
  EXPECT_EQ(source(id).source.url, "http://news.example/feed");
  EXPECT_EQ(source(id).source.kind, model::SourceKind::kFeed);
  EXPECT_EQ(titles(), Titles{"Title 1"});
}

TEST_F(ControllerTest, SourcesAddedPausedAndRemovedByOthersAreFollowed) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  run_for(minutes(1));
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  EXPECT_EQ(titles(), Titles{"Title 1"});
  ASSERT_TRUE(store_->sources().set_state(id, SourceState::kPaused).ok());
  run_for(minutes(1));
  const std::size_t visits = outcomes(id).size();
  run_for(hours(5));
  EXPECT_EQ(outcomes(id).size(), visits);
  ASSERT_TRUE(store_->sources().set_state(id, SourceState::kActive).ok());
  run_for(minutes(5));
  EXPECT_GT(outcomes(id).size(), visits);
  ASSERT_TRUE(store_->sources().remove(id).ok());
  run_for(minutes(1));
  const std::size_t requests = requests_.size();
  run_for(hours(5));
  EXPECT_EQ(requests_.size(), requests);
}

TEST_F(ControllerTest, ThePublishersWishIsKeptOverARestart) {
  web_["http://news.example/feed"] = {
      200, {{"Cache-Control", "max-age=7200"}}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  start();
  run_for(minutes(118));
  EXPECT_EQ(outcomes(id).size(), 1u);
  run_for(minutes(10));
  EXPECT_EQ(outcomes(id).size(), 2u);
}

TEST_F(ControllerTest, ARestartChangesNoPlan) {
  make_policy_ = schedule::make_curlew_policy;
  budget_ = {schedule::BudgetKind::kPerDay, 2};
  start();
  for (int i = 0; i < 5; ++i) {
    const std::string url = fmt::format("http://news{}.example/feed", i);
    web_[url] = {200, {}, feed_with({i, 7})};
    add(url);
  }
  run_for(hours(30));
  const schedule::Planner& planner =
      *controller_->planners().find_planner(model::Objective::kDelay);
  ASSERT_NE(planner.price(), planner.policy().first_price(2));
  ASSERT_TRUE(controller_->finish().ok());
  const double price = planner.price();
  const auto next = controller_->next_due();
  const schedule::Belief before =
      planner.belief(*controller_->planners().find({3}), clock_.now());
  start();
  const schedule::Planner& again =
      *controller_->planners().find_planner(model::Objective::kDelay);
  EXPECT_EQ(controller_->next_due(), next);
  EXPECT_EQ(again.price(), price);
  const schedule::Belief after =
      again.belief(*controller_->planners().find({3}), clock_.now());
  EXPECT_EQ(after.rate_per_day, before.rate_per_day);
  EXPECT_EQ(after.profile, before.profile);
}

TEST_F(ControllerTest, SaysWhyASourceIsDueWhenItIs) {
  web_["http://news.example/feed"] = {
      200, {{"Cache-Control", "max-age=7200"}}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  EXPECT_EQ(source(id).schedule.due_reason, model::DueReason::kNotVisited);
  run_for(minutes(1));
  EXPECT_EQ(source(id).schedule.due_reason, model::DueReason::kPublisher);
}

TEST_F(ControllerTest, ASourcesOwnIntervalAndActiveHoursAreKept) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  model::Source wanted;
  wanted.url = "http://news.example/feed";
  wanted.added = clock_.now();
  wanted.wishes.interval = minutes(20);
  wanted.wishes.quiet.hours = 0x0000ff;  // Not from 0 to 8.
  const auto id = *store_->sources().add(wanted, clock_.now());
  run_for(hours(49));
  std::vector<Time> visits;
  for (const store::VisitRow& row : *store_->visits().of(id, 1000)) {
    if (row.kind == model::VisitKind::kSource) visits.push_back(row.started);
  }
  for (const Time visit : visits) {
    const auto hour = (visit - std::chrono::floor<std::chrono::days>(visit)) / hours(1);
    EXPECT_TRUE(hour >= 8 || visit == visits.back()) << to_iso8601(visit);
  }
  EXPECT_NEAR(double(visits.size()), 2 * 16 * 3, 4);
}

}  // namespace
}  // namespace curlew::control
