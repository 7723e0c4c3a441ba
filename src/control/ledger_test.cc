// The ledger by itself, over a real store.

#include "control/ledger.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/temporary_folder_test.h"
#include "control/refusing_database_test.h"
#include "model/visit_wire.h"
#include "schedule/policies/policies.h"
#include "store/migration.h"
#include "store/sqlite/sqlite_database.h"
#include "store/status.h"

namespace curlew::control {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LedgerTest : public testing::Test {
 protected:
  LedgerTest() {
    auto file = *store::open_sqlite({.path = path_,
                                     .application_id = store::kCentralMark,
                                     .busy_timeout = Milliseconds(10)});
    EXPECT_TRUE(store::migrate(*file, store::central_migrations()).ok());
    auto database = std::make_unique<RefusingDatabase>(std::move(file), "POISON");
    database_ = database.get();
    store_ = std::make_unique<store::Store>(std::move(database));
    rows_ = std::make_unique<SourceRows>(*store_);
    ledger_ =
        std::make_unique<Ledger>(LedgerOptions(), *store_, *rows_, planners_, clock_);
  }

  model::SourceId add(const std::string& url, const std::string& title = "") {
    model::Source source;
    source.url = url;
    source.title = title;
    source.added = clock_.now();
    return *store_->sources().add(source, clock_.now());
  }

  // Of a feed that lists new items with these titles.
  model::VisitReport report_of(model::SourceId source,
                               const std::vector<std::string>& titles) {
    model::VisitReport report;
    report.id = {model::first_visit_id(clock_.now()).value + ++visits_};
    report.source = source;
    report.terminal = "t1";
    report.started = clock_.now();
    report.http_status = 200;
    model::Listing listing{.head = {.title = "Its own"}, .entries_shown = 10};
    for (const std::string& title : titles) {
      model::NewEntry& found = listing.new_entries.emplace_back();
      found.entry.title = title;
      found.entry.link = "http://news.example/" + title;
      found.key = std::hash<std::string>()(title);
      found.likeness = found.key + 1;
    }
    report.findings = model::FeedFindings{std::move(listing)};
    return report;
  }

  Result<Committed> commit(const std::vector<model::VisitReport>& reports) {
    prepared_.clear();
    for (const model::VisitReport& report : reports) {
      prepared_.push_back(prepare({.report = report}));
    }
    return ledger_->commit(prepared_, {});
  }

  std::vector<std::string> titles_of(model::SourceId source) {
    std::vector<std::string> titles;
    for (const auto& row : *store_->articles().newest_of(source, 100)) {
      titles.push_back(row.title);
    }
    return titles;
  }

  ManualClock clock_;
  const TemporaryFolder folder_;
  const std::string path_ = folder_.file("central.db");
  RefusingDatabase* database_ = nullptr;
  std::unique_ptr<store::Store> store_;
  Planners planners_{
      {}, [](const model::Aim&) { return schedule::make_toe_policy({}); }, Random(1)};
  std::unique_ptr<SourceRows> rows_;
  std::unique_ptr<Ledger> ledger_;
  std::vector<PreparedReport> prepared_;
  std::int64_t visits_ = 0;
};

TEST_F(LedgerTest, WritesAReportOnceHoweverOftenItComes) {
  const auto id = add("http://news.example/feed");
  const auto report = report_of(id, {"one", "two"});
  EXPECT_EQ(commit({report, report})->new_articles, 2u);
  EXPECT_EQ(commit({report})->new_articles, 0u);
  EXPECT_THAT(titles_of(id), ElementsAre("two", "one"));
  EXPECT_EQ(store_->visits().of(id, 10)->size(), 1u);
  EXPECT_EQ(store::count_status(*store_, clock_.now(), {})->articles, 2);
}

TEST_F(LedgerTest, TwoReportsOfOneSourceInABatchAddEachArticleOnce) {
  const auto id = add("http://news.example/feed");
  EXPECT_EQ(
      commit({report_of(id, {"one"}), report_of(id, {"one", "two"})})->new_articles,
      2u);
  EXPECT_THAT(titles_of(id), ElementsAre("two", "one"));
}

TEST_F(LedgerTest, WritesNothingForASourceThatWasRemoved) {
  const auto id = add("http://news.example/feed");
  const auto report = report_of(id, {"late"});
  ASSERT_TRUE(store_->sources().remove(id).ok());
  EXPECT_TRUE(commit({report})->sources.empty());
  EXPECT_TRUE(store_->articles().newest({}, 10)->empty());
  EXPECT_TRUE(store_->visits().latest(Time(), 10)->empty());
}

TEST_F(LedgerTest, FillsInWhatTheFeedSaysButNotOverItsUser) {
  const auto unnamed = add("http://news.example/1");
  const auto named = add("http://news.example/2", "My name for it");
  ASSERT_TRUE(commit({report_of(unnamed, {}), report_of(named, {})}).ok());
  EXPECT_EQ((*store_->sources().find(unnamed))->source.title, "Its own");
  EXPECT_EQ((*store_->sources().find(named))->source.title, "My name for it");
}

TEST_F(LedgerTest, ASourceThatWasPausedMeanwhileStaysPaused) {
  const auto id = add("http://news.example/feed");
  ASSERT_TRUE(commit({report_of(id, {"one"})}).ok());
  ASSERT_TRUE(store_->sources().set_state(id, model::SourceState::kPaused).ok());
  auto gone = report_of(id, {});
  gone.outcome = model::FetchOutcome::kGone;
  ASSERT_TRUE(commit({gone}).ok());
  EXPECT_EQ((*store_->sources().find(id))->source.state, model::SourceState::kPaused);
}

// The errors of writes that share a round trip do not name the culprit.
TEST_F(LedgerTest, ReportsThatCannotBeWrittenAreFoundAndSetAside) {
  std::vector<model::VisitReport> reports;
  for (int i = 0; i < 9; ++i) {
    const bool is_poison = i == 2 || i == 7;
    reports.push_back(report_of(add(fmt::format("http://news.example/{}", i)),
                                {fmt::format("{} {}", is_poison ? "POISON" : "good", i),
                                 fmt::format("second {}", i)}));
  }
  const auto committed = commit(reports);
  ASSERT_TRUE(committed.ok()) << committed.error().text;
  EXPECT_EQ(committed->new_articles, 14u);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const bool is_poison = i == 2 || i == 7;
    const auto id = reports[i].source;
    EXPECT_EQ(titles_of(id).size(), is_poison ? 0u : 2u) << i;
    ASSERT_EQ(store_->visits().of(id, 10)->size(), 1u) << i;
    EXPECT_EQ(
        store_->visits().of(id, 10)->front().outcome,
        is_poison ? model::FetchOutcome::kUnreadable : model::FetchOutcome::kFetched);
    EXPECT_EQ((*store_->sources().find(id))->schedule.failures, is_poison ? 1u : 0u);
    EXPECT_EQ(prepared_[i].reported.is_lost, is_poison);
  }
  const auto set_aside = *store_->set_aside().newest(10);
  ASSERT_EQ(set_aside.size(), 2u);
  EXPECT_EQ(set_aside[0].visit, reports[7].id);
  EXPECT_EQ(set_aside[0].source, reports[7].source);
  EXPECT_EQ(set_aside[0].report, model::encode(reports[7]));
  EXPECT_THAT(set_aside[0].reason, HasSubstr("invalid byte sequence: ??"));
  EXPECT_EQ(set_aside[1].report, model::encode(reports[2]));
}

TEST_F(LedgerTest, TroubleOfTheStoreIsNeverTakenForABadReport) {
  const auto id = add("http://news.example/feed");
  const auto other = *store::open_sqlite_store(path_, store::OpenMode::kReadWrite);
  {
    const auto lock = *other->begin();
    const auto refused = commit({report_of(id, {"one"})});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::kBusy);
  }
  EXPECT_EQ(*store_->set_aside().count(), 0);
  EXPECT_TRUE(ledger_->commit(prepared_, {}).ok());
  EXPECT_THAT(titles_of(id), ElementsAre("one"));
}

TEST_F(LedgerTest, AsksAsOftenForAHundredReportsAsForTwo) {
  std::vector<model::SourceId> ids;
  for (int i = 0; i < 102; ++i)
    ids.push_back(add(fmt::format("http://a.example/{}", i)));
  const auto questions_for = [&](std::size_t first, std::size_t count) {
    std::vector<model::VisitReport> reports;
    for (std::size_t i = first; i < first + count; ++i) {
      reports.push_back(report_of(ids[i], {fmt::format("item {}", ++visits_)}));
    }
    const std::size_t before = database_->questions;
    EXPECT_TRUE(commit(reports).ok());
    return database_->questions - before;
  };
  const std::size_t at_first = questions_for(0, 2);
  EXPECT_EQ(questions_for(2, 100), at_first);
  const std::size_t known = questions_for(0, 2);
  EXPECT_EQ(questions_for(2, 100), known);
  EXPECT_LE(known, 12u);
}

TEST_F(LedgerTest, ARowThatWasReadForTheOrderIsNotReadAgainUnlessItsUserChangedIt) {
  const auto id = add("http://news.example/feed");
  const std::vector<model::SourceId> asked{id};
  const auto hold = [&] {
    auto rows = *rows_->take(asked);
    for (auto& [source, row] : rows) rows_->hold(source, std::move(row));
  };
  const auto questions = [&] {
    const std::size_t before = database_->questions;
    EXPECT_TRUE(commit({report_of(id, {})}).ok());
    return database_->questions - before;
  };
  hold();
  const std::size_t held = questions();
  EXPECT_EQ(questions(), held + 1) << "it is read where nobody held it";
  hold();
  model::Source changed = (*store_->sources().find(id))->source;
  changed.title = "Renamed";
  ASSERT_TRUE(store_->sources().change(changed).ok());
  EXPECT_EQ(questions(), held + 1);
  EXPECT_EQ((*store_->sources().find(id))->source.title, "Renamed");
}

}  // namespace
}  // namespace curlew::control
