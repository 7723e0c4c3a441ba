// What publishers were promised holds over time, restarts included; and nobody's many
// hosts keep the others from being visited.

#include "control/controller_fixture_test.h"
#include "schedule/make_policy.h"

namespace curlew::control {
namespace {

constexpr char kRobots[] = "http://news.example/robots.txt";

class PromisesTest : public ControllerTest {
 protected:
  // A feed elsewhere whose articles are on news.example.
  void add_feed() {
    web_["http://feeds.example/feed"] = {200, {}, feed_with({1, 2, 3})};
    add("http://feeds.example/feed");
  }
  void give_pages() {
    for (const int page : {1, 2, 3}) {
      web_[fmt::format("http://news.example/{}", page)] = {
          200, {{"Content-Type", "text/html"}}, "<p>Text"};
    }
  }
  // In small steps, whatever happens.
  void step_for(Milliseconds duration) {
    for (const SteadyTime end = clock_.steady() + duration; clock_.steady() < end;) {
      ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
      terminal_->step(Milliseconds(0));
      clock_.advance(Milliseconds(10));
    }
  }
  std::size_t pages_read() {
    return static_cast<std::size_t>(std::ranges::count_if(
        *store_->articles().newest({}, 100),
        [](const auto& article) { return article.page_fetched.has_value(); }));
  }
};

TEST_F(PromisesTest, ARobotsTxtThatFailsOnceIsAskedForAgainAfterAMinute) {
  make_policy_ = schedule::make_curlew_policy;
  start();
  web_[kRobots] = {503, {}, ""};
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_for(Milliseconds(30'000));
  EXPECT_EQ(outcomes(id), std::vector{FetchOutcome::kRobotsUnreadable});
  EXPECT_NE(source(id).schedule.last_error.find("HTTP 503"), std::string::npos);
  web_[kRobots] = {404, {}, ""};
  run_for(Milliseconds(90'000));
  EXPECT_EQ(titles(), Titles{"Title 1"});
  EXPECT_EQ(requests_for("news.example/robots.txt"), 2u);
}

TEST_F(PromisesTest, ARobotsTxtThatFailsForLongMakesItsSourceFail) {
  web_[kRobots] = {500, {}, ""};
  const auto id = add("http://news.example/feed");
  run_for(hours(12));
  EXPECT_EQ(source(id).source.state, SourceState::kFailing);
  // 1, 2, 4 … 32 minutes, then hourly.
  EXPECT_LE(requests_for("news.example/robots.txt"), 19u);
  EXPECT_GE(requests_for("news.example/robots.txt"), 12u);
  EXPECT_EQ(requests_for("news.example/feed"), 0u);
}

TEST_F(PromisesTest, APageThatSaysTomorrowIsLeftAloneUntilThenWithAllOfItsHost) {
  add_feed();
  give_pages();
  web_["http://news.example/1"] = {429, {{"Retry-After", "86400"}}, ""};
  web_["http://news.example/2"] = web_["http://news.example/1"];
  web_["http://news.example/3"] = web_["http://news.example/1"];
  run_for(hours(1));
  EXPECT_EQ(requests_for("news.example/"), 2u);  // With its robots.txt.
  start();
  run_for(hours(22));
  EXPECT_EQ(requests_for("news.example/"), 2u);
  give_pages();
  run_for(hours(4));
  EXPECT_EQ(pages_read(), 3u);
}

TEST_F(PromisesTest, APageThatIsNotSentUsesUpNoTry) {
  add_feed();
  give_pages();
  web_[kRobots] = {500, {}, ""};
  run_for(hours(72));
  web_[kRobots] = {404, {}, ""};
  run_for(hours(3));
  EXPECT_EQ(pages_read(), 3u);
}

TEST_F(PromisesTest, ACrawlDelayOutlivesARestart) {
  web_[kRobots] = {200, {{"ETag", "\"r\""}}, "User-agent: *\nCrawl-delay: 20\n"};
  web_["http://news.example/feed"] = {200, {}, feed_with({})};
  web_["http://news.example/other"] = {200, {}, feed_with({})};
  add("http://news.example/feed");
  // It is seen after two seconds, and then its robots.txt is read.
  step_for(Milliseconds(23'500));
  ASSERT_EQ(requests_for("news.example/"), 2u);
  start();
  add("http://news.example/other");
  step_for(Milliseconds(15'000));
  EXPECT_EQ(requests_for("news.example/"), 2u);
  step_for(Milliseconds(10'000));
  EXPECT_EQ(requests_for("news.example/other"), 1u);
  EXPECT_EQ(requests_for("news.example/robots.txt"), 1u);
  EXPECT_EQ(cache_->crawl_delays()->size(), 1u);
  EXPECT_EQ(cache_->crawl_delays()->at(0).second, Milliseconds(20'000));
}

TEST_F(PromisesTest, ARobotsTxtIsAskedForWithItsValidatorsAfterARestart) {
  web_[kRobots] = {200, {{"ETag", "\"r\""}}, "User-agent: *\nDisallow: /private/\n"};
  web_["http://news.example/feed"] = {200, {}, feed_with({})};
  const auto hidden = add("http://news.example/private/feed");
  add("http://news.example/feed");
  run_for(minutes(1));
  start();
  web_[kRobots] = {304, {}, ""};
  run_for(hours(50));
  std::vector<std::string> sent;
  for (const http::Request& request : requests_) {
    if (request.url != kRobots) continue;
    sent.emplace_back(
        http::find_header(request.headers, "If-None-Match").value_or("-"));
  }
  ASSERT_GE(sent.size(), 2u);
  EXPECT_EQ(sent[0], "-");
  EXPECT_EQ(sent[1], "\"r\"");
  EXPECT_EQ(outcomes(hidden).front(), FetchOutcome::kRobotsDenied);
  EXPECT_EQ(requests_for("/private/"), 0u);
}

TEST_F(PromisesTest, ARobotsTxtThatIsNotKeptIsNeverKeptAsEmpty) {
  const std::string rules = "User-agent: *\nDisallow: /private/\n";
  web_[kRobots] = {200, {{"ETag", "\"r\""}}, rules};
  web_["http://news.example/feed"] = {200, {}, feed_with({})};
  add("http://news.example/feed");
  run_for(minutes(1));
  ASSERT_TRUE(cache_->find_robots("http://news.example")->has_value());
  ASSERT_TRUE(cache_->prune_hosts(clock_.now(), {.robots = 0}).ok());
  const auto run_until_asked = [&](std::size_t times) {
    for (int i = 0; i < 100 && requests_for(kRobots) < times; ++i) run_for(hours(1));
  };
  web_[kRobots] = {304, {}, ""};
  run_until_asked(2);
  EXPECT_FALSE(cache_->find_robots("http://news.example")->has_value());
  web_[kRobots] = {200, {{"ETag", "\"r\""}}, rules};
  run_until_asked(3);
  EXPECT_EQ((*cache_->find_robots("http://news.example"))->text, rules);
  std::vector<std::string> sent;
  for (const http::Request& request : requests_) {
    if (request.url != kRobots) continue;
    sent.emplace_back(
        http::find_header(request.headers, "If-None-Match").value_or("-"));
  }
  ASSERT_GE(sent.size(), 3u);
  EXPECT_EQ(sent[1], "\"r\"");
  EXPECT_EQ(sent[2], "-");
}

TEST_F(PromisesTest, ALongRobotsTxtIsReadAgainRatherThanKept) {
  web_[kRobots] = {200, {}, "User-agent: *\n" + std::string(200'000, '#')};
  web_["http://news.example/feed"] = {200, {}, feed_with({})};
  add("http://news.example/feed");
  run_for(minutes(1));
  EXPECT_EQ(requests_for("/feed"), 1u);
  EXPECT_FALSE(cache_->find_robots("http://news.example")->has_value());
}

TEST_F(PromisesTest, PagesBehindARobotsTxtThatNeverComesAreGivenUp) {
  add_feed();
  give_pages();
  web_[kRobots] = {500, {}, ""};
  run_for(hours(24 * 29));
  EXPECT_EQ(store::count_status(*store_, clock_.now(), minutes(1))->pages_wanted, 3);
  EXPECT_LE(requests_for("news.example/robots.txt"), 300u);
  run_for(hours(24 * 3));
  EXPECT_EQ(store::count_status(*store_, clock_.now(), minutes(1))->pages_wanted, 0);
}

TEST_F(PromisesTest, ManyHostsOnOneAddressFillNoTerminal) {
  capacity_ = 20;
  start();
  std::vector<model::SourceId> crowd;
  for (int i = 0; i < 60; ++i) {
    const std::string host = fmt::format("crowd{}.example", i);
    addresses_[host] = "192.0.2.1";
    web_[fmt::format("http://{}/feed", host)] = {200, {}, feed_with({100 + i})};
    crowd.push_back(add(fmt::format("http://{}/feed", host)));
  }
  run_for(Milliseconds(1'000));
  web_["http://stranger.example/feed"] = {200, {}, feed_with({1})};
  const auto stranger = add("http://stranger.example/feed");
  run_for(Milliseconds(4'000));
  EXPECT_EQ(outcomes(stranger).size(), 1u);
  run_for(Milliseconds(20'000));
  for (const auto id : crowd) {
    EXPECT_EQ(outcomes(id), std::vector{FetchOutcome::kFetched});
  }
}

TEST_F(PromisesTest, LinksToSilentHostsLeaveRoomForOthersPages) {
  capacity_ = 40;
  start();
  std::string feed = "<rss version='2.0'><channel><title>Evil</title>";
  for (int i = 0; i < 500; ++i) {
    feed += fmt::format("<item><link>http://silent{}.example/</link></item>", i);
    silent_.insert(fmt::format("silent{}.example", i));
  }
  web_["http://evil.example/feed"] = {200, {}, feed + "</channel></rss>"};
  add("http://evil.example/feed");
  run_for(Milliseconds(3'000));
  add_feed();
  give_pages();
  run_for(Milliseconds(15'000));
  EXPECT_EQ(pages_read(), 3u);
}

}  // namespace
}  // namespace curlew::control
