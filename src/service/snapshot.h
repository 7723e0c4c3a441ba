// What is known, taken from the store in one go: of everything, of one source, of one
// article. The pages, their JSON and the command line show this.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/objective.h"
#include "model/problem.h"
#include "model/topic.h"
#include "service/estimate.h"
#include "service/find_source.h"
#include "service/lateness.h"
#include "store/status.h"
#include "store/store.h"

namespace curlew::service {

struct SnapshotLimits {
  // Due for longer counts as late.
  Milliseconds late_after{600'000};
  // How many sources of each kind are listed.
  std::size_t sources = 20;
  std::size_t articles = 20;
};

// How visits with one objective are planned. Amounts are in its currency: days that
// articles wait (delay), versions (capture), days of a right copy (freshness).
struct Planning {
  model::Objective objective = model::Objective::kDelay;
  std::string policy;
  // Of a visit.
  double price = 0;
  // A share of the sources; absent: unlimited.
  std::optional<double> budget_per_hour;
  // Of late; 1: all of it.
  double budget_use = 0;
};

// What is believed of one source.
struct SourcePlan {
  model::Objective objective = model::Objective::kDelay;
  std::string policy;
  double price = 0;
  // Of a visit now.
  double value = 0;
  double rate_per_day = 0;
  // Waiting unseen now.
  double expected_items = 0;
  // By hour of the week from Monday 00:00 UTC; mean 1.
  std::vector<float> profile;
  // The policy's own.
  std::vector<std::pair<std::string, double>> variables;
};

// A topic that has seeds, and how its crawl goes.
struct TopicAtWork {
  model::SourceId source;
  std::string name;
  // In their order; the last one may be under way.
  std::vector<model::TopicPhase> phases;
};

struct StatusSnapshot {
  Time now;
  Milliseconds late_after{0};
  store::StatusCounts counts;
  // The longest waiting first; with late ones.
  std::vector<store::WatchedSource> due;
  // Not due yet, the next one first.
  std::vector<store::WatchedSource> coming;
  // Of SourceFilter::kProblem.
  std::vector<store::WatchedSource> problems;
  // Of SourceFilter::kFailing.
  std::vector<store::WatchedSource> failing;
  // The latest found first.
  std::vector<store::ArticleRow> latest;
  // Today first.
  std::vector<DayLateness> lateness;
  // Where it is known.
  std::vector<Planning> planning;
  // Of sources whose every version is wanted, where it is known.
  std::optional<CrawlRound> round;
  // In the order of their names.
  std::vector<TopicAtWork> topics;
};

// Of what the viewer sees, by his own titles.
Result<StatusSnapshot> take_snapshot(store::Store& store, Time now,
                                     const SnapshotLimits& limits, Viewer viewer = {});

// Everything known of one source.
struct SourceDetail {
  Time now;
  store::WatchedSource source;
  // The newest first.
  std::vector<store::VisitRow> visits;
  // The latest found first.
  std::vector<store::ArticleRow> articles;
  // Of a document whose content is watched; the newest first.
  std::vector<model::Version> versions;
  // Today first.
  std::vector<DayLateness> lateness;
  // Where it is known.
  std::optional<SourcePlan> plan;
  // Of a topic's crawl, in their order.
  std::vector<model::TopicPhase> phases;
};

// Everything known of one article.
struct ArticleDetail {
  Time now;
  store::ArticleRow article;
  // Nullopt when its page was not read.
  std::optional<model::PageContent> content;
  store::FeedText feed;
  // What the viewer made of it; nullopt: nobody in particular looks.
  std::optional<store::ArticleState> state = {};
  // How it was before it was changed, the newest first; read by find_article() alone.
  std::vector<store::ArticleVersion> versions = {};
  // When its page was kept as it came, the newest first, and under which address;
  // likewise.
  std::vector<Time> kept_pages = {};
  std::string kept_url = {};
  // It tells of a change of a document, whose version was seen then; likewise.
  std::optional<Time> change = {};
};

// Of each of these articles. Page texts are large: they are left out where nobody wants
// them.
enum class PageText { kNo, kYes };
Result<std::vector<ArticleDetail>> take_details(
    store::Store& store, std::span<const store::ArticleRow> articles, PageText pages,
    Time now);
// nullopt when there is no such article, or none that the viewer may see and has not
// muted.
Result<std::optional<ArticleDetail>> find_article(store::Store& store,
                                                  model::ArticleId id, Time now,
                                                  Viewer viewer = {});

// Which articles are listed: those that fit all of it.
struct ArticleQuery {
  // As typed (find_source.h); empty: of any.
  std::string source;
  // The name of a topic, or its number; likewise.
  std::string topic = {};
  // As typed; with those below it. Empty: of any.
  std::string folder;
  // Found then or later.
  std::optional<Time> since;
  std::size_t limit = 20;
  // What he may see, and has not muted.
  Viewer viewer = {};
  // Of what he made of them; each needs a viewer.
  bool is_unread = false;
  bool is_starred = false;
  // Empty: with any tags or none.
  std::string tag = {};
};
// Newest first.
Result<std::vector<store::ArticleRow>> list_articles(store::Store& store,
                                                     const ArticleQuery& query);

// What a viewer made of articles that he sees.
using ArticleStateMap = std::unordered_map<model::ArticleId, store::ArticleState>;
Result<ArticleStateMap> states_of(store::Store& store,
                                  std::span<const store::ArticleRow> articles,
                                  model::UserId viewer);

// Of a source that the viewer sees, with the articles that he has not muted.
Result<SourceDetail> take_detail(store::Store& store, store::WatchedSource source,
                                 Time now, std::size_t limit, Viewer viewer = {});

// What was wrong with its last visit; nullopt when that went well, or there was none.
std::optional<model::Problem> problem_of(const store::WatchedSource& source);

// Is it watched for less than three days? What a policy believes of it then comes from
// what stood there at the first visit, and is not told as if its days had been seen.
bool is_rhythm_unknown(const store::WatchedSource& source, Time now);

// When it is visited next; nullopt: not any more (paused, gone, stopped), or it is
// nothing that is visited (a topic).
std::optional<Time> next_visit(const store::WatchedSource& source);

// Why then; "" where it is not visited.
std::string_view due_reason_of(const store::WatchedSource& source);

// How long ago `source` should have been visited; 0 when it is not due, and for one
// that is not visited at all (paused, gone).
Milliseconds overdue(const store::WatchedSource& source, Time now);

}  // namespace curlew::service
