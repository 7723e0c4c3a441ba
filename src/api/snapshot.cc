#include "api/snapshot.h"

#include <algorithm>
#include <utility>

#include "api/plain_text.h"
#include "api/safe_html.h"
#include "model/folder.h"

namespace curlew::api {

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
  TRY_ASSIGN(snapshot.problems, list(SourceFilter::kProblem));
  TRY_ASSIGN(snapshot.failing, list(SourceFilter::kFailing));
  TRY_ASSIGN(snapshot.latest, store.latest_articles(limits.articles));
  TRY_ASSIGN(snapshot.lateness, lateness_by_day(store, {}, now));
  return snapshot;
}

Result<SourceDetail> take_detail(store::CentralStore& store,
                                 store::WatchedSource source, Time now,
                                 std::size_t limit) {
  SourceDetail detail;
  detail.now = now;
  TRY_ASSIGN(detail.visits, store.visits_of(source.source.id, limit));
  TRY_ASSIGN(detail.articles, store.articles_of(source.source.id, limit));
  TRY_ASSIGN(detail.lateness, lateness_by_day(store, source.source.id, now));
  detail.source = std::move(source);
  return detail;
}

Result<ArticleDetail> take_detail(store::CentralStore& store, store::ArticleRow article,
                                  Time now) {
  ArticleDetail detail;
  detail.now = now;
  TRY_ASSIGN(detail.content, store.page_content(article.id));
  TRY_ASSIGN(detail.feed, store.feed_text(article.id));
  detail.article = std::move(article);
  return detail;
}

TextOrigin text_origin(const ArticleDetail& detail) {
  if (detail.content && !detail.content->text.empty()) return TextOrigin::kPage;
  return feed_html(detail.feed).empty() ? TextOrigin::kNone : TextOrigin::kFeed;
}

std::string_view why_no_text(const store::ArticleRow& article) {
  if (article.page_fetched) {
    return "No text was found, neither on the page nor in the feed.";
  }
  if (article.is_page_wanted) {
    return "The feed has no text, and the page is still to be fetched.";
  }
  return "The feed has no text, and the page was not fetched.";
}

const std::string& feed_html(const store::FeedText& feed) {
  return feed.content.empty() ? feed.summary : feed.content;
}

std::string text_of(const ArticleDetail& detail) {
  switch (text_origin(detail)) {
    case TextOrigin::kNone:
      return {};
    case TextOrigin::kPage:
      return detail.content->text;
    case TextOrigin::kFeed:
      return text_of_html(feed_html(detail.feed));
  }
  return {};
}

std::string excerpt_of(const store::ArticleRow& article) {
  constexpr std::size_t kColumns = 300;
  if (!article.excerpt.empty()) return plain_text(article.excerpt);
  return shortened(plain_text(text_of_html(article.feed_excerpt)), kColumns);
}

Result<SourceList> take_source_list(store::CentralStore& store, std::string_view folder,
                                    std::size_t page, Time now) {
  SourceList list;
  list.now = now;
  list.folder = model::normalised_folder(folder);
  TRY_ASSIGN(list.folders, store.folders());
  for (const store::FolderRow& each : list.folders) {
    if (model::is_in_folder(each.name, list.folder)) {
      list.total += std::size_t(each.sources);
    }
  }
  list.pages =
      std::max<std::size_t>(1, (list.total + kSourcesPerPage - 1) / kSourcesPerPage);
  list.page = std::clamp<std::size_t>(page, 1, list.pages);
  TRY_ASSIGN(std::vector<store::WatchedSource> sources,
             store.sources_in(list.folder, (list.page - 1) * kSourcesPerPage,
                              kSourcesPerPage));
  for (store::WatchedSource& source : sources) {
    TRY_ASSIGN(const auto lateness, lateness_of_week(store, source.source.id, now));
    list.rows.push_back({std::move(source), lateness});
  }
  return list;
}

std::optional<model::Problem> problem_of(const store::WatchedSource& source) {
  const store::ScheduleRow& row = source.schedule;
  if (!row.last_visit) return std::nullopt;
  return model::problem_of(
      {row.last_outcome, row.last_status, row.last_remark, row.last_error},
      source.source);
}

Milliseconds overdue(const store::WatchedSource& source, Time now) {
  // Who waits for his rank is not late: others were worth more.
  if (!is_visited(source.source.state) || source.schedule.due_reason == "rank")
    return Milliseconds(0);
  return std::max(Milliseconds(0), now - source.schedule.next_due);
}

}  // namespace curlew::api
