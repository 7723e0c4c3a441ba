// What happened of late, for those who look after it: articles that came, visits by
// minute, by outcome, by terminal and by source, and sources that are ill.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/outcome.h"
#include "model/problem.h"
#include "store/database.h"
#include "store/visible_sources.h"

namespace curlew::store {

// An article that came, and when.
struct Arrival {
  model::ArticleId article;
  model::SourceId source;
  Time found;
  // As its feed says.
  std::optional<Time> published;
};
// The newest `limit` that were found from `from` to before `to`.
Result<std::vector<Arrival>> arrivals(Database& db, Time from, Time to,
                                      const VisibleSources& visible, std::size_t limit);
// At most about `limit` of those that were found since then, evenly of all of them, in
// no order. Less where he sees one in a hundred, of hundreds of sources: no more than
// some ten thousand articles are looked at.
Result<std::vector<Arrival>> sample_arrivals(Database& db, Time since,
                                             const VisibleSources& visible,
                                             std::size_t limit);
// Of those that their feeds say nothing of, the date is their page's. None is left that
// says nothing of how late an article was found: from before its source was added, or
// from the future.
Result<void> check_dates(Database& db, std::vector<Arrival>& arrivals);

struct HourCount {
  Time hour;
  std::int64_t articles = 0;
};
// Of the hours since then in which any were found, in order.
Result<std::vector<HourCount>> count_arrivals(Database& db, Time since,
                                              const VisibleSources& visible);

struct VisitMinute {
  Time minute;
  std::int64_t visits = 0;
  std::int64_t failed = 0;
  std::int64_t not_modified = 0;
  std::int64_t bytes = 0;
  std::int64_t new_articles = 0;
};
// Of the minutes since then in which there were any, in order.
Result<std::vector<VisitMinute>> visits_by_minute(Database& db, Time since);

struct OutcomeCount {
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  std::int64_t count = 0;
};
// Of the newest `most` visits since then, the most frequent first.
Result<std::vector<OutcomeCount>> visits_by_outcome(Database& db, Time since,
                                                    std::size_t most);

struct TerminalVisits {
  std::string terminal;
  std::int64_t visits = 0;
  Time last;
};
Result<std::vector<TerminalVisits>> visits_by_terminal(Database& db, Time since);

// A request, as far as its server cares.
struct RequestRow {
  model::SourceId source;
  // Of a visit of an article's page: that page's address; else the source's.
  std::string url;
  Time started;
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  int status = 0;
  std::uint64_t bytes = 0;
};
// The newest `most` since then that were sent, the newest first.
Result<std::vector<RequestRow>> requests_since(Database& db, Time since,
                                               std::size_t most);

// Sources whose last visits ended in one way.
struct ProblemCount {
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  int status = 0;
  model::Remark remark = model::Remark::kNone;
  std::int64_t count = 0;
};
// Of SourceFilter::kProblem, of what the user sees (0: of all), the most frequent
// first.
Result<std::vector<ProblemCount>> count_problems(Database& db, model::UserId user);
// The first of them by title.
Result<std::vector<model::SourceId>> sources_with(Database& db, model::UserId user,
                                                  const ProblemCount& problem,
                                                  std::size_t limit);
// When the first visit of each source was made after the moment of its place in
// `times`, in milliseconds since 1970; without those that had none.
Result<std::unordered_map<model::SourceId, Time>> first_visits_after(
    Database& db, std::span<const model::SourceId> sources,
    std::span<const std::int64_t> times);

}  // namespace curlew::store
