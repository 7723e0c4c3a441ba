// What must not happen when something dies, waits, or goes wrong.

#include "control/controller_fixture_test.h"
#include "control/subjects.h"
#include "model/visit_failure.h"
#include "schedule/make_policy.h"

namespace curlew::control {
namespace {

// For slow hosts, where nothing happens for long.
constexpr Milliseconds kStride{500};

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
  again.id = store_->visits().of(id, 10)->back().id;
  again.source = id;
  again.terminal = "t1";
  again.started = clock_.now();
  again.outcome = FetchOutcome::kTimedOut;
  ASSERT_TRUE(broker_->publish("reports", model::encode(again)).ok());
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
  EXPECT_EQ(source(id).schedule, before);
}

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
    ASSERT_TRUE(store_->sources().set_state(id, SourceState::kPaused).ok());
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
    ASSERT_TRUE(store_->sources().set_state(id, state).ok());
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
  std::optional<store::Transaction> lock(*another->begin());
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

// A policy that ranks counts from the last visit on: nothing, as long as that is still
// to come.
TEST_F(ControllerTest, AClockSetBackStopsNothingWhereRanksDecide) {
  budget_ = {schedule::BudgetKind::kPerTick, 6};
  for (const bool is_curlew : {true, false}) {
    make_policy_ = [is_curlew](const model::Aim& aim) {
      return is_curlew ? schedule::make_curlew_policy(aim)
                       : schedule::make_posting_rate_policy();
    };
    open_store(is_curlew ? "curlew.db" : "posting-rate.db");
    start();
    web_["http://news.example/feed"] = {200, {}, feed_with({1})};
    const auto id = add("http://news.example/feed");
    run_for(hours(3));
    const auto visits_in = [&](Milliseconds duration) {
      const std::size_t before = outcomes(id).size();
      run_for(duration);
      return outcomes(id).size() - before;
    };
    EXPECT_GE(visits_in(minutes(25)), 1u);
    clock_.jump(-hours(24 * 365));
    EXPECT_GE(visits_in(minutes(25)), 1u);
    clock_.jump(-hours(3));
    start();
    EXPECT_GE(visits_in(minutes(25)), 1u);
  }
}

TEST_F(ControllerTest, APageWhoseReportWasLostIsTriedAgain) {
  web_["http://news.example/feed"] = {200, {}, feed_with({1})};
  const auto id = add("http://news.example/feed");
  run_until_reported();
  ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
  model::VisitReport report;
  report.id = model::first_visit_id(clock_.now());
  report.source = id;
  report.findings =
      model::ArticlePageFindings{.article = store_->articles().newest({}, 1)->at(0).id};
  report.terminal = "t1";
  report.started = clock_.now();
  std::string lost = model::encode(model::as_failure(report, "no memory"));
  ASSERT_TRUE(broker_->publish(kReports, std::move(lost)).ok());
  ASSERT_TRUE(controller_->step(Milliseconds(0)).ok());
  EXPECT_EQ(store::count_status(*store_, clock_.now(), minutes(1))->pages_wanted, 1);
  EXPECT_EQ(store_->pages().wanted(clock_.now() + hours(1), {}, 10)->at(0).tries, 1u);
}

}  // namespace
}  // namespace curlew::control
