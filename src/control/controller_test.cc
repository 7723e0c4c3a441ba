// Controller and terminal together, over the real store, fetcher and parsers: only the
// network and the clock are twins in memory.

#include "control/controller.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

#include "base/temporary_folder_test.h"
#include "control/terminal.h"
#include "http/memory_client.h"
#include "model/visit_wire.h"

namespace curlew::control {
namespace {

using model::FetchOutcome;
using model::SourceState;
using std::chrono::hours;
using std::chrono::minutes;

std::string feed_with(std::initializer_list<int> items) {
  std::string text = "<rss version='2.0'><channel><title>News</title>";
  for (const int item : items) {
    text += fmt::format(
        "<item><guid>{0}</guid><link>http://news.example/{0}</link>"
        "<title>Title {0}</title></item>",
        item);
  }
  return text + "</channel></rss>";
}

class ControllerTest : public testing::Test {
 protected:
  void SetUp() override {
    open_store("central.db");
    start();
    web_["http://news.example/robots.txt"] = {404, {}, ""};
  }

  // A new process: memory is gone, the files stay.
  void start() {
    broker_ = broker::make_memory_broker({}, clock_);
    fetcher_ = fetch::make_fetcher({.politeness = {.host_delay = Milliseconds(10)}},
                                   *client_, clock_);
    TerminalOptions terminal;
    terminal.visit.terminal = "t1";
    terminal.capacity = capacity_;
    terminal_ =
        std::make_unique<Terminal>(terminal, *fetcher_, *broker_, *cache_, clock_);
    ControllerOptions options;
    options.batch_wait = Milliseconds(0);
    options.planner.back_off.jitter = 0;
    controller_ = std::make_unique<Controller>(options, schedule::make_toe_policy({}),
                                               *store_, *broker_, clock_, Random(1));
    ASSERT_TRUE(controller_->load().ok());
  }

  void open_store(const std::string& name) {
    store_ = *store::open_sqlite_store(folder_.file(name), store::OpenMode::kReadWrite);
  }

  // A host whose robots.txt wants a minute between two requests.
  void be_slow(const std::string& host) {
    web_["http://" + host + "/robots.txt"] = {
        200, {{"Content-Type", "text/plain"}}, "User-agent: *\nCrawl-delay: 60\n"};
  }
  std::size_t requests_for(std::string_view text) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(requests_, [&](const http::Request& request) {
          return request.url.find(text) != std::string::npos;
        }));
  }

  model::SourceId add(std::string url) {
    model::Source source;
    source.url = std::move(url);
    source.added = clock_.now();
    return *store_->add_source(source, clock_.now());
  }

  // Lets everything happen that happens within `duration`.
  void run_for(Milliseconds duration, Milliseconds busy_step = Milliseconds(5)) {
    const SteadyTime end = clock_.steady() + duration;
    while (clock_.steady() < end) {
      for (int quiet = 0; quiet < 4; ++quiet) {
        ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
        terminal_->step(Milliseconds(0));
      }
      clock_.advance(controller_->is_idle() ? Milliseconds(20'000) : busy_step);
    }
  }

  // Until the terminal has sent the report of its first visit.
  void run_until_reported() {
    for (int i = 0; i < 1000 && requests_.size() < 2; ++i) {
      ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
      terminal_->step(Milliseconds(0));
      clock_.advance(Milliseconds(5));
    }
    ASSERT_EQ(requests_.size(), 2u);
    terminal_->step(Milliseconds(0));
  }

  store::WatchedSource source(model::SourceId id) { return **store_->source_by_id(id); }
  std::vector<std::string> titles() {
    std::vector<std::string> result;
    for (const store::ArticleRow& row : *store_->latest_articles(100)) {
      result.push_back(row.title);
    }
    return result;
  }
  std::vector<FetchOutcome> outcomes(model::SourceId id) {
    std::vector<FetchOutcome> result;
    for (const store::VisitRow& row : *store_->visits_of(id, 100)) {
      if (row.kind == model::VisitKind::kSource) result.push_back(row.outcome);
    }
    return result;
  }

  struct Answer {
    int status = 200;
    http::Headers headers;
    std::string body;
  };
  std::map<std::string, Answer> web_;
  std::vector<http::Request> requests_;

  ManualClock clock_;
  std::uint32_t capacity_ = 1000;
  const TemporaryFolder folder_;
  std::unique_ptr<http::MemoryClient> client_ = http::make_memory_client(
      [this](const http::Request& request) {
        requests_.push_back(request);
        http::MemoryAnswer answer;
        answer.latency = Milliseconds(3);
        const auto found = web_.find(request.url);
        answer.response.status = found == web_.end() ? 404 : found->second.status;
        if (found != web_.end()) {
          answer.response.headers = found->second.headers;
          answer.response.body = found->second.body;
        }
        return answer;
      },
      clock_);
  std::unique_ptr<store::CentralStore> store_;
  std::unique_ptr<store::TerminalCache> cache_ = store::make_memory_terminal_cache();
  std::unique_ptr<broker::Broker> broker_;
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::unique_ptr<Terminal> terminal_;
  std::unique_ptr<Controller> controller_;
};

using Titles = std::vector<std::string>;

TEST_F(ControllerTest, StoresWhatAFeedShowsAndFetchesThePages) {
  web_["http://news.example/feed"] = {200, {{"ETag", "\"1\""}}, feed_with({2, 1})};
  web_["http://news.example/1"] = {200, {{"Content-Type", "text/html"}}, "<p>One"};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  EXPECT_EQ(titles(), (Titles{"Title 2", "Title 1"}));
  EXPECT_EQ(source(id).source.title, "News");
  EXPECT_EQ(source(id).source.kind, model::SourceKind::kFeed);
  const auto articles = *store_->articles_of(id, 10);
  EXPECT_EQ(**store_->page_html(articles[1].id), "<p>One");
  EXPECT_FALSE(*store_->page_html(articles[0].id));
  EXPECT_FALSE(articles[0].page_error.empty());
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

TEST_F(ControllerTest, ALostCacheLosesNothingAndStoresNothingTwice) {
  web_["http://news.example/feed"] = {200, {}, feed_with({2, 1})};
  add("http://news.example/feed");
  run_for(minutes(1));
  cache_ = store::make_memory_terminal_cache();
  web_["http://news.example/feed"] = {200, {}, feed_with({3, 2, 1})};
  start();
  run_for(hours(1));
  EXPECT_EQ(titles(), (Titles{"Title 3", "Title 2", "Title 1"}));
}

TEST_F(ControllerTest, ATerminalThatDiesWithOrdersAndReportsLosesNothing) {
  web_["http://news.example/feed"] = {200, {{"ETag", "\"1\""}}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  // The report is made, and lost with terminal, broker and controller.
  run_until_reported();
  EXPECT_TRUE(titles().empty());
  start();
  run_for(minutes(1));
  EXPECT_EQ(titles(), Titles{"Title 1"});
  EXPECT_EQ(outcomes(id).size(), 1u);
}

TEST_F(ControllerTest, AReportThatComesTwiceChangesNothing) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  const store::ScheduleRow before = source(id).schedule;
  model::VisitReport again;
  again.id = store_->visits_of(id, 10)->back().id;
  again.source = id;
  again.terminal = "t1";
  again.started = clock_.now();
  again.outcome = FetchOutcome::kTimedOut;
  ASSERT_TRUE(broker_->publish("reports", model::encode(again)).ok());
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
  EXPECT_EQ(source(id).schedule, before);
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
  ASSERT_TRUE(store_->set_state(id, SourceState::kPaused).ok());
  run_for(minutes(1));
  const std::size_t visits = outcomes(id).size();
  run_for(hours(5));
  EXPECT_EQ(outcomes(id).size(), visits);
  ASSERT_TRUE(store_->set_state(id, SourceState::kActive).ok());
  run_for(minutes(5));
  EXPECT_GT(outcomes(id).size(), visits);
  ASSERT_TRUE(store_->remove_source(id).ok());
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

// For slow hosts, where nothing happens for long.
constexpr Milliseconds kStride{500};

TEST_F(ControllerTest, TheLongLineOfOneHostKeepsNobodyElseWaiting) {
  capacity_ = 8;
  start();
  be_slow("slow.example");
  for (int i = 0; i < 20; ++i) add(fmt::format("http://slow.example/feed/{}", i));
  run_for(minutes(1), kStride);
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  add("http://news.example/feed");
  run_for(minutes(2), kStride);
  EXPECT_EQ(titles(), Titles{"Title 1"});
}

TEST_F(ControllerTest, PagesThatWaitForTheirHostDoNotHoldUpSources) {
  capacity_ = 8;
  start();
  be_slow("news.example");
  web_["http://news.example/feed"] = {
      200, {}, feed_with({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})};
  add("http://news.example/feed");
  run_for(minutes(3), kStride);
  ASSERT_EQ(titles().size(), 16u);
  web_["http://other.example/feed"] = {200, {}, feed_with({17})};
  add("http://other.example/feed");
  run_for(minutes(2), kStride);
  EXPECT_EQ(titles().size(), 17u);
}

TEST_F(ControllerTest, ASourcePausedWhileItStandsInLineIsNotVisited) {
  be_slow("slow.example");
  std::vector<model::SourceId> sources;
  for (int i = 0; i < 20; ++i) {
    sources.push_back(add(fmt::format("http://slow.example/feed/{}", i)));
  }
  run_for(minutes(1), kStride);
  for (const model::SourceId id : sources) {
    ASSERT_TRUE(store_->set_state(id, SourceState::kPaused).ok());
  }
  // Those that the terminal has already.
  run_for(minutes(10), kStride);
  EXPECT_LE(requests_for("slow.example/feed/"), 6u);
}

TEST_F(ControllerTest, ASourcePausedAndResumedDuringItsVisitIsVisitedOnce) {
  be_slow("slow.example");
  const auto id = add("http://slow.example/feed/1");
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
  for (const auto state : {SourceState::kPaused, SourceState::kActive}) {
    ASSERT_TRUE(store_->set_state(id, state).ok());
    clock_.advance(Milliseconds(3'000));
    ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
  }
  web_["http://slow.example/feed/1"] = {200, {}, feed_with({1})};
  run_for(minutes(5), kStride);
  EXPECT_EQ(outcomes(id).size(), 1u);
  run_for(hours(3), kStride);
  EXPECT_GT(outcomes(id).size(), 1u);
}

TEST_F(ControllerTest, ADatabaseBegunAnewIsFilledAgainThoughTheTerminalRemembers) {
  web_["http://news.example/feed"] = {200, {{"ETag", "\"1\""}}, feed_with({2, 1})};
  add("http://news.example/feed");
  run_for(minutes(1));
  open_store("another.db");
  start();
  add("http://news.example/feed");
  run_for(minutes(1));
  EXPECT_EQ(titles(), (Titles{"Title 2", "Title 1"}));
}

TEST_F(ControllerTest, ADatabaseRestoredFromABackupMissesNothing) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  add("http://news.example/feed");
  run_for(minutes(1));
  store_.reset();
  std::filesystem::copy_file(folder_.file("central.db"), folder_.file("backup.db"));
  open_store("central.db");
  start();
  web_["http://news.example/feed"] = {200, {}, feed_with({2, 1})};
  run_for(hours(1));
  ASSERT_EQ(titles().size(), 2u);
  open_store("backup.db");
  start();
  run_for(hours(1));
  EXPECT_EQ(titles(), (Titles{"Title 2", "Title 1"}));
}

TEST_F(ControllerTest, AStoreThatCannotBeWrittenToIsLeftAloneForAWhile) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  add("http://news.example/feed");
  run_until_reported();
  const auto another = *store::open_sqlite_store(folder_.file("central.db"),
                                                 store::OpenMode::kReadWrite);
  auto lock = *another->begin();
  EXPECT_FALSE(controller_->step(Milliseconds(0)).ok());
  lock.reset();
  // It is not asked again at once, and does not seem to be well.
  EXPECT_FALSE(controller_->step(Milliseconds(0)).ok());
  EXPECT_TRUE(titles().empty());
  clock_.advance(Milliseconds(5'000));
  EXPECT_TRUE(controller_->step(Milliseconds(0)).ok());
  EXPECT_EQ(titles(), Titles{"Title 1"});
}

TEST_F(ControllerTest, AClockSetBackByAYearStopsNothing) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_for(minutes(1));
  clock_.jump(-hours(365 * 24));
  web_["http://news.example/feed"] = {200, {}, feed_with({2, 1})};
  run_for(hours(3));
  EXPECT_EQ(titles(), (Titles{"Title 2", "Title 1"}));
  const std::size_t visits = outcomes(id).size();
  clock_.jump(-hours(365 * 24));
  start();
  run_for(hours(3));
  EXPECT_GT(outcomes(id).size(), visits);
}

}  // namespace
}  // namespace curlew::control
