// One batch of reports being written: what it needs of the store is read at once, the
// reports are decided in memory and their writes enqueued, and what they changed of
// sources together is written at the end.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "control/clip_writer.h"
#include "control/planners.h"
#include "control/prepared_report.h"
#include "control/source_rows.h"
#include "model/page_kind.h"
#include "model/visit.h"
#include "schedule/planner.h"
#include "store/store.h"

namespace curlew::control {

struct LedgerOptions {
  // Failed visits in a row.
  std::uint32_t failing_after = 3;
  // Sightings of a permanent redirect.
  std::uint32_t moved_after = 3;
  // Of sources that say nothing else.
  bool fetch_pages = true;
  // Fetch pages of articles again, to see whether they have changed?
  bool revisit_pages = false;
  std::uint32_t page_tries = 4;
  // Times three with each try.
  Milliseconds page_retry{15 * 60'000};
  // Subscribe at the hubs that feeds name (WebSub)? Hubs must be able to reach us.
  bool subscribes_at_hubs = false;
  // A source whose hub tells of its news in time is visited so rarely, as a check.
  Milliseconds hub_check = std::chrono::hours(6);
  // A page whose robots.txt cannot be read for so long is given up (RFC 9309 §2.3.1.4
  // names that time).
  Milliseconds page_patience = std::chrono::days(30);
};

struct Committed {
  // What was decided of the sources, and how they stand now.
  struct Source {
    model::SourceId id;
    model::SourceState state = model::SourceState::kActive;
    schedule::Verdict verdict;
    // A visit at once is still wanted.
    bool asked = false;
  };
  std::vector<Source> sources;
  // The times of a new article.
  struct Article {
    // nullopt: it has none, or is from before its source was added: nobody was late.
    std::optional<Time> published;
    Time found;
  };
  std::vector<Article> articles;
  std::uint32_t new_articles = 0;
  std::size_t new_clips = 0;
  // Some of them want their page fetched.
  bool wants_pages = false;
  // There are notices to be sent.
  bool has_deliveries = false;
};

// A source as this batch has left it so far.
struct SourceStanding {
  store::WatchedSource row;
  schedule::Verdict verdict;
  // Itself, not only pages of its articles.
  bool is_visited = false;
  // Its schedule has changed and is to be written.
  bool is_judged = false;
  // Kind, state, title, site or language are: save_found().
  bool is_changed = false;
  // By what this batch found.
  bool is_stopped = false;
  // It turned out to be another source, and is removed.
  bool is_removed = false;
};

class Batch {
 public:
  Batch(const LedgerOptions& options, store::Store& store, SourceRows& rows,
        Planners& planners, Time now);

  // Within a transaction, from here to finish().
  Result<void> load(std::span<PreparedReport> reports);
  // Averages, sources and their schedule, counters.
  Result<void> finish();
  // When it is committed.
  Committed take();

  const LedgerOptions& options() const { return options_; }
  store::Store& store() { return store_; }
  Planners& planners() { return planners_; }
  Time now() const { return now_; }

  // False when the visit is recorded already: writing a report twice changes nothing.
  bool is_first_report(model::VisitId visit) { return recorded_.insert(visit).second; }
  // nullptr when it was removed.
  SourceStanding* find_source(model::SourceId id);
  // The source of a report of itself, not only of a page of its articles.
  SourceStanding* find_visited(model::SourceId id);
  // What the store knows of the entries.
  const store::KnownEntries& known() const { return known_; }
  // As a new one.
  Result<model::ArticleId> insert(const store::NewArticle& article);
  // The subscription of a source at its hub; nullptr: it has none.
  const store::HubSubscription* find_hub(model::SourceId source) const;
  // What is left to do for the pages.
  store::Pages::Standing& pages() { return pages_; }
  // When its page is to be visited again; nullptr: it is not.
  const store::Revisit* find_revisit(model::ArticleId article) const;
  // What later visits of pages have found at the source.
  const store::Revisits::Habits& habits_of(model::SourceId source) const;
  // An article of this report is stored, and these lists want it.
  void add_wanted(model::ArticleId article, model::SourceId source,
                  const ClipArticle& facts, const WantedArticle& wanted);
  // A page that was read moves the averages of its source and those of all.
  void add_judgement(model::SourceId source,
                     const std::optional<model::PageJudgement>& judgement);

 private:
  void note_times(const store::NewArticle& article);
  Result<void> load_entries(std::span<PreparedReport> reports);
  Result<void> load_pages(std::span<PreparedReport> reports);

  const LedgerOptions& options_;
  store::Store& store_;
  SourceRows& rows_;
  Planners& planners_;
  const Time now_;

  std::unordered_map<model::SourceId, SourceStanding> sources_;
  std::unordered_set<model::VisitId> recorded_;
  store::KnownEntries known_;
  std::optional<model::ArticleId> last_article_;
  std::int64_t inserted_ = 0;
  std::unordered_map<model::SourceId, store::HubSubscription> hubs_;
  store::Pages::Standing pages_;
  std::unordered_map<model::ArticleId, store::Revisit> revisits_;
  std::unordered_map<model::SourceId, store::Revisits::Habits> habits_;
  std::unordered_map<model::SourceId, model::PageAverages> averages_;
  // Whose averages have moved.
  std::unordered_set<model::SourceId> judged_;
  ClipWriter clips_;
  Committed committed_;
};

// The stages of a report, by its kind: in source_report.cc, page_report.cc and
// crawl_report.cc.
Result<void> write_source_report(Batch& batch, PreparedReport& prepared,
                                 const std::optional<model::PageJudgement>& judgement);
Result<void> write_named_feed(Batch& batch, PreparedReport& prepared,
                              const std::string& feed);
Result<void> write_page_report(Batch& batch, PreparedReport& prepared,
                               const model::ArticlePageFindings& found);
Result<void> write_crawl_report(Batch& batch, PreparedReport& prepared,
                                const model::CrawlPageFindings& found);

}  // namespace curlew::control
