#include "api/snapshot.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "api/plain_text.h"
#include "api/safe_html.h"
#include "model/folder.h"

namespace curlew::api {

using store::SourceFilter;

namespace {

// The store has them in the order in which they were stored. Reports of visits made at
// one time arrive in another one, which looks out of order beside the times.
void sort_by_found(std::vector<store::ArticleRow>& articles) {
  std::stable_sort(articles.begin(), articles.end(),
                   [](const auto& a, const auto& b) { return a.found > b.found; });
}

// Each with the sources in the folders below it.
std::vector<store::FolderRow> with_those_below(
    const std::vector<store::FolderRow>& folders) {
  std::map<std::string, std::int64_t> sums;
  for (const auto& [name, sources] : folders) {
    for (std::size_t end = name.find('/'); end != name.npos;
         end = name.find('/', end + 1)) {
      sums[name.substr(0, end)] += sources;
    }
    sums[name] += sources;
  }
  std::vector<store::FolderRow> all;
  for (const auto& [name, sources] : sums) all.push_back({name, sources});
  return all;
}

std::int64_t count_of(const SourceList& list) {
  if (list.choice.which == WhichSources::kProblems) return list.problems;
  std::int64_t all = 0;
  for (const auto& [name, sources] : list.folders) {
    const bool is_top = name.find('/') == name.npos;
    const bool is_chosen =
        list.choice.which == WhichSources::kAll ? is_top : name == list.choice.folder;
    if (is_chosen) all += sources;
  }
  return all;
}

Result<std::vector<store::WatchedSource>> sources_of(store::CentralStore& store,
                                                     const SourceList& list) {
  const std::size_t skip = (list.page - 1) * kSourcesPerPage;
  const std::size_t count = std::min(kSourcesPerPage, list.total - skip);
  if (list.choice.which != WhichSources::kProblems) {
    // Those that are not filed come first of all.
    return store.sources_in(list.choice.folder, skip, count);
  }
  TRY_ASSIGN(auto sources, store.list_sources(SourceFilter::kProblem, list.now,
                                              Milliseconds(0), skip + count));
  const auto before = std::ptrdiff_t(std::min(skip, sources.size()));
  sources.erase(sources.begin(), sources.begin() + before);
  return sources;
}

}  // namespace

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
  sort_by_found(snapshot.latest);
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
  sort_by_found(detail.articles);
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

Result<SourceList> take_source_list(store::CentralStore& store, SourceChoice choice,
                                    std::size_t page, Time now) {
  SourceList list;
  list.now = now;
  if (choice.which == WhichSources::kFolder) {
    list.choice.folder = model::normalised_folder(choice.folder);
  }
  const bool is_any =
      choice.which == WhichSources::kFolder && list.choice.folder.empty();
  list.choice.which = is_any ? WhichSources::kAll : choice.which;
  TRY_ASSIGN(const auto folders, store.folders());
  list.folders = with_those_below(folders);
  TRY_ASSIGN(const store::StatusCounts counts, store.status(now, Milliseconds(0)));
  list.problems = counts.problems;
  list.total = std::size_t(count_of(list));
  list.pages =
      std::max<std::size_t>(1, (list.total + kSourcesPerPage - 1) / kSourcesPerPage);
  list.page = std::clamp<std::size_t>(page, 1, list.pages);
  TRY_ASSIGN(std::vector<store::WatchedSource> sources, sources_of(store, list));
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
