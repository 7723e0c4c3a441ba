// Plans visits, sends orders to terminals, commits their reports. The only role that
// talks to the central database.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/memory_budget.h"
#include "base/metrics.h"
#include "base/random.h"
#include "base/result.h"
#include "base/time.h"
#include "broker/broker.h"
#include "control/crawl_options.h"
#include "control/dispatch.h"
#include "control/ledger.h"
#include "control/planners.h"
#include "control/prepared_report.h"
#include "control/source_rows.h"
#include "control/terminal_directory.h"
#include "control/topic_judge.h"
#include "control/watching.h"
#include "fetch/fetcher.h"
#include "model/visit.h"
#include "store/store.h"

namespace curlew::control {

class Crawl;

struct ControllerOptions {
  PlannersOptions planners;
  LedgerOptions ledger;
  DispatchOptions dispatch;
  CrawlOptions crawl;
  // The terminals': who is one owner.
  fetch::Politeness politeness;
  // What is counted for operators. Outlives the controller; nullptr: nothing.
  Metrics* metrics = nullptr;
  // For words of watchlists. They outlive the controller.
  std::vector<const text::Thesaurus*> thesauri;
  // Called when notices to be sent were committed.
  std::function<void()> on_deliveries;
  // Counts the reports that are not committed yet. When it is full, no orders are sent.
  // Outlives the controller; nullptr: no limit.
  MemoryBudget* memory = nullptr;
  // Reports are committed together: when so many wait, or the first has waited so long.
  std::size_t batch_reports = 500;
  // Pages are large: as many as fit, at least one pull.
  Bytes batch_bytes = 64_MiB;
  Milliseconds batch_wait{1'000};
  Milliseconds terminal_silence{30'000};
  // How often the store is asked for what other processes changed, which costs one
  // number to read and has people waiting for it, and for pages whose second try has
  // come.
  Milliseconds look_for_changes{500};
  Milliseconds look_for_pages{60'000};
  // After a failed one: a full disk, a lock.
  Milliseconds retry_commit{5'000};
  // What was learned of all sources together is stored with a commit, not oftener.
  Milliseconds save_population{60'000};
};

// Of a source that nobody visits it keeps only what planning needs, about 150 bytes;
// the rest is read from the store when its visit begins, and held until it is reported
// (docs/decisions/0006-rows-stay-in-the-store.md, source_rows.h).
//
// Single-threaded. Everything passed in must outlive it.
class Controller {
 public:
  Controller(ControllerOptions options, MakePolicy make_policy, store::Store& store,
             broker::Broker& broker, const Clock& clock, Random random);
  ~Controller();

  // Reads what is watched and what was learned. Once, before the first step().
  Result<void> load();

  // Does what can be done now; waits at most `max_wait` for a report. An error is the
  // store's: nothing is lost, and a later step tries again.
  Result<void> step(Milliseconds max_wait);

  // Commits what terminals have reported so far, without sending new orders.
  Result<void> finish();

  // When the next source is due; nullopt when none is. For a clock that is moved by
  // hand.
  std::optional<Time> next_due() const { return planners_.next_due(clock_.now()); }
  const Planners& planners() const { return planners_; }
  // The names of terminals that are alive.
  std::vector<std::string> living_terminals() const { return terminals_.names(); }
  // Orders that wait or are out, and reports that are not committed.
  bool is_idle() const;
  // Terminals that were heard of late.
  std::size_t terminals() const { return terminals_.size(); }

 private:
  void measure();
  void hear_beats();
  void take_reports(Milliseconds max_wait);
  void take_reports_from(std::string_view subject, Milliseconds max_wait);
  // False when nothing of it waits for the commit.
  bool take_report(std::string_view subject, const std::string& payload);
  bool is_batch_full() const;
  Result<void> commit_reports();
  Result<Committed> commit_batch();
  void apply(const Committed& committed);
  // The visit of an article's page, or else of a source.
  void no_longer_under_way(model::SourceId source, model::ArticleId article);
  void send_receipts();
  Result<void> follow_changes();
  void watch(const store::PlannedSource& source);
  Result<void> plan_visits();
  std::vector<model::SourceId> take_asked();
  Result<void> plan_pages();
  // Pages that are there, and are looked at once more.
  Result<void> plan_revisits();
  Result<void> plan_crawl();
  std::vector<store::Population> populations_to_save();
  Result<void> send_orders();
  void forget(const Dispatch::Ready& ready);
  bool send(Dispatch::Ready& ready);
  model::VisitId next_visit_id();

  const ControllerOptions options_;
  store::Store& store_;
  broker::Broker& broker_;
  const Clock& clock_;

  Planners planners_;
  SourceRows rows_;
  const text::Analyzer analyzer_;
  Watching watching_;
  TopicJudge topics_;
  std::unique_ptr<Crawl> crawl_;
  Ledger ledger_;
  Dispatch dispatch_;
  TerminalDirectory terminals_;
  // Why the last beat was not heard that was none.
  std::string refused_beat_;

  // Taken from the broker, not committed yet.
  std::vector<PreparedReport> reports_;
  // What names `reports_` to the broker, by subject, for the acknowledgement.
  std::map<std::string_view, std::vector<std::uint64_t>> unacknowledged_;
  // What `reports_` took on the wire.
  Bytes reports_bytes_ = 0;
  MemoryBudget::Share reports_room_;
  SteadyTime commit_at_ = SteadyTime::max();
  // Why the last commit failed; nobody tries again before `retry_at_`.
  std::optional<Error> commit_error_;
  SteadyTime retry_at_ = SteadyTime::min();
  store::Revision revision_ = 0;
  SteadyTime changes_at_ = SteadyTime::min();
  SteadyTime save_population_at_ = SteadyTime::min();
  // Sources in line or under way: one that is paused and resumed meanwhile is due, and
  // must not be visited twice.
  std::unordered_set<model::SourceId> visiting_;
  // Sources that their users want visited at once, beside the budget.
  std::unordered_set<model::SourceId> asked_;
  // Pages in line or under way; and how far the list of wanted pages was read.
  struct PageInLine {
    // How often it was tried before.
    std::uint32_t tries = 0;
    Time found;
  };
  std::unordered_map<model::ArticleId, PageInLine> pages_;
  model::ArticleId pages_after_;
  bool more_pages_ = true;
  // And how far that of pages to be visited again; nullopt: to its end.
  std::optional<Time> revisits_after_;
  SteadyTime pages_at_ = SteadyTime::min();
  std::int64_t last_visit_id_ = 0;
};

}  // namespace curlew::control
