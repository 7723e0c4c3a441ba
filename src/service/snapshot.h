// What is known, taken from the store in one go: of everything, of one source, of one
// article. The pages, their JSON and the command line show this.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/objective.h"
#include "model/problem.h"
#include "service/lateness.h"
#include "store/status.h"
#include "store/store.h"

namespace curlew::service {

struct SnapshotLimits {
  Milliseconds late_after{600'000};  // Due for longer counts as late.
  std::size_t sources = 20;          // Of each kind.
  std::size_t articles = 20;
};

// How visits with one objective are planned. Amounts are in its currency: days that
// articles wait (delay), versions (capture), days of a right copy (freshness).
struct Planning {
  model::Objective objective = model::Objective::kDelay;
  std::string policy;
  double price = 0;                       // Of a visit.
  std::optional<double> budget_per_hour;  // A share of the sources; absent: unlimited.
  double budget_use = 0;                  // Of late; 1: all of it.
};

// What is believed of one source.
struct SourcePlan {
  model::Objective objective = model::Objective::kDelay;
  std::string policy;
  double price = 0;
  double value = 0;  // Of a visit now.
  double rate_per_day = 0;
  double expected_items = 0;   // Waiting unseen now.
  std::vector<float> profile;  // By hour of the week from Monday 00:00 UTC; mean 1.
  std::vector<std::pair<std::string, double>> variables;  // The policy's own.
};

struct StatusSnapshot {
  Time now;
  Milliseconds late_after{0};
  store::StatusCounts counts;
  std::vector<store::WatchedSource> due;  // The longest waiting first; with late ones.
  std::vector<store::WatchedSource> coming;    // Not due yet, the next one first.
  std::vector<store::WatchedSource> problems;  // Of SourceFilter::kProblem.
  std::vector<store::WatchedSource> failing;   // Of SourceFilter::kFailing.
  std::vector<store::ArticleRow> latest;       // The latest found first.
  std::vector<DayLateness> lateness;           // Today first.
  std::vector<Planning> planning;              // Where it is known.
};

Result<StatusSnapshot> take_snapshot(store::Store& store, Time now,
                                     const SnapshotLimits& limits);

// Everything known of one source.
struct SourceDetail {
  Time now;
  store::WatchedSource source;
  std::vector<store::VisitRow> visits;      // The newest first.
  std::vector<store::ArticleRow> articles;  // The latest found first.
  std::vector<DayLateness> lateness;        // Today first.
  std::optional<SourcePlan> plan;           // Where it is known.
};

// Everything known of one article.
struct ArticleDetail {
  Time now;
  store::ArticleRow article;
  std::optional<model::PageContent> content;  // Nullopt when its page was not read.
  store::FeedText feed;
};

// Of each of these articles. Page texts are large: they are left out where nobody wants
// them.
enum class PageText { kNo, kYes };
Result<std::vector<ArticleDetail>> take_details(
    store::Store& store, std::span<const store::ArticleRow> articles, PageText pages,
    Time now);
// nullopt when there is no such article.
Result<std::optional<ArticleDetail>> find_article(store::Store& store,
                                                  model::ArticleId id, Time now);

// Which articles are listed: those that fit all of it.
struct ArticleQuery {
  std::string source;         // As typed (find_source.h); empty: of any.
  std::string folder;         // As typed; with those below it. Empty: of any.
  std::optional<Time> since;  // Found then or later.
  std::size_t limit = 20;
};
// Newest first.
Result<std::vector<store::ArticleRow>> list_articles(store::Store& store,
                                                     const ArticleQuery& query);

Result<SourceDetail> take_detail(store::Store& store, store::WatchedSource source,
                                 Time now, std::size_t limit);

enum class WhichSources {
  kAll,
  kFolder,    // Filed in a folder or below it.
  kNotFiled,  // In no folder.
  kProblems,  // Of SourceFilter::kProblem.
};

// Which sources are listed.
struct SourceChoice {
  WhichSources which = WhichSources::kAll;
  std::string folder;  // As its user typed it; none is all.
};

// A part of them: by folder, those with problems by title.
struct SourceList {
  struct Row {
    store::WatchedSource source;
    std::optional<Lateness> lateness;  // Of the last seven days.
  };

  Time now;
  SourceChoice choice;    // With its folder normalised.
  std::size_t page = 1;   // Which part, from 1.
  std::size_t pages = 1;  // How many there are.
  std::size_t total = 0;  // Sources on all of them.
  // In the order of their names, with those that only have folders in them. Each counts
  // the sources below it, too: so many are listed when it is chosen.
  std::vector<store::FolderRow> folders;
  std::int64_t problems = 0;  // Of all sources.
  std::vector<Row> rows;
};

inline constexpr std::size_t kSourcesPerPage = 100;

// A page beyond the last one is the last one.
Result<SourceList> take_source_list(store::Store& store, SourceChoice choice,
                                    std::size_t page, Time now);

// What was wrong with its last visit; nullopt when that went well, or there was none.
std::optional<model::Problem> problem_of(const store::WatchedSource& source);

// How long ago `source` should have been visited; 0 when it is not due, and for one
// that is not visited at all (paused, gone).
Milliseconds overdue(const store::WatchedSource& source, Time now);

}  // namespace curlew::service
