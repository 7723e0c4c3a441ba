#include "api/snapshot.h"

#include <algorithm>
#include <utility>

namespace curlew::api {

using model::SourceState;
using store::SourceFilter;

Result<StatusSnapshot> take_snapshot(store::CentralStore& store, Time now,
                                     const SnapshotLimits& limits) {
  const auto list = [&](SourceFilter filter) {
    return store.list_sources(filter, now, limits.late_after, limits.sources);
  };
  StatusSnapshot snapshot;
  snapshot.now = now;
  snapshot.late_after = limits.late_after;
  TRY_ASSIGN(snapshot.counts, store.status(now, limits.late_after));
  TRY_ASSIGN(snapshot.due, list(SourceFilter::kDue));
  TRY_ASSIGN(snapshot.coming, list(SourceFilter::kComing));
  TRY_ASSIGN(snapshot.failing, list(SourceFilter::kFailing));
  TRY_ASSIGN(snapshot.latest, store.latest_articles(limits.articles));
  return snapshot;
}

Result<SourceDetail> take_detail(store::CentralStore& store,
                                 store::WatchedSource source, Time now,
                                 std::size_t limit) {
  SourceDetail detail;
  detail.now = now;
  TRY_ASSIGN(detail.visits, store.visits_of(source.source.id, limit));
  TRY_ASSIGN(detail.articles, store.articles_of(source.source.id, limit));
  detail.source = std::move(source);
  return detail;
}

Result<ArticleDetail> take_detail(store::CentralStore& store, store::ArticleRow article,
                                  Time now) {
  ArticleDetail detail;
  detail.now = now;
  TRY_ASSIGN(detail.content, store.page_content(article.id));
  detail.article = std::move(article);
  return detail;
}

Milliseconds overdue(const store::WatchedSource& source, Time now) {
  const SourceState state = source.source.state;
  const bool is_visited =
      state == SourceState::kActive || state == SourceState::kFailing;
  // Who waits for his rank is not late: others were worth more.
  if (!is_visited || source.schedule.due_reason == "rank") return Milliseconds(0);
  return std::max(Milliseconds(0), now - source.schedule.next_due);
}

}  // namespace curlew::api
