#include "service/visit_log.h"

#include <algorithm>

namespace curlew::service {
namespace {

// A visit is logged when it ends, under the time of its order: what was ordered so long
// ago, and more than this many, is not looked for any more.
constexpr Milliseconds kLongestVisit{15 * 60'000};
constexpr std::size_t kMostAtATime = 5'000;

}  // namespace

Result<std::vector<store::VisitRow>> VisitLog::read(Time since, std::size_t limit) {
  if (!source_) {
    return store_.visits().latest(since, limit, viewer_.value_or(model::UserId{}));
  }
  if (viewer_) {
    TRY_ASSIGN(const bool is_seen,
               store_.subscriptions().is_visible(*viewer_, *source_));
    if (!is_seen) return std::vector<store::VisitRow>();
  }
  return store_.visits().of(*source_, limit);
}

Result<std::vector<store::VisitRow>> VisitLog::before(model::VisitId below,
                                                      std::size_t limit) {
  if (!source_) return std::vector<store::VisitRow>();
  if (viewer_) {
    TRY_ASSIGN(const bool is_seen,
               store_.subscriptions().is_visible(*viewer_, *source_));
    if (!is_seen) return std::vector<store::VisitRow>();
  }
  return store_.visits().of(*source_, limit, below);
}

Result<std::vector<store::VisitRow>> VisitLog::follow(Time now, std::size_t limit) {
  const Time since = now - kLongestVisit;
  TRY_ASSIGN(std::vector<store::VisitRow> visits, read(since, kMostAtATime));
  if (!seen_) {
    seen_.emplace();
    for (const store::VisitRow& visit : visits) seen_->insert(visit.id);
    TRY_ASSIGN(visits, newest(limit));
    for (const store::VisitRow& visit : visits) seen_->insert(visit.id);
  } else {
    const model::VisitId first = model::first_visit_id(since);
    std::erase_if(visits, [&](const store::VisitRow& each) {
      return each.id < first || !seen_->insert(each.id).second;
    });
    std::erase_if(*seen_, [&](model::VisitId id) { return id < first; });
  }
  std::reverse(visits.begin(), visits.end());
  return visits;
}

}  // namespace curlew::service
