#include "service/snapshot.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "model/folder.h"
#include "pipeline/to_capture.h"
#include "service/topics.h"
#include "service/versions.h"
#include "store/article_slice.h"

namespace curlew::service {

using store::SourceFilter;

namespace {

// The store has them in the order in which they were stored. Reports of visits made at
// one time arrive in another one, which looks out of order beside the times.
void sort_by_found(std::vector<store::ArticleRow>& articles) {
  std::stable_sort(articles.begin(), articles.end(),
                   [](const auto& a, const auto& b) { return a.found > b.found; });
}

}  // namespace

Result<StatusSnapshot> take_snapshot(store::Store& store, Time now,
                                     const SnapshotLimits& limits, Viewer viewer) {
  using Sources = Result<std::vector<store::WatchedSource>>;
  const auto list = [&](SourceFilter filter) -> Sources {
    if (!viewer) {
      return store.sources().list(filter, now, limits.late_after, limits.sources);
    }
    TRY_ASSIGN(auto seen, list_sources(store, {.filter = filter, .viewer = viewer}, now,
                                       limits.late_after));
    if (seen.size() > limits.sources) seen.resize(limits.sources);
    return seen;
  };
  const model::UserId user = viewer.value_or(model::UserId{});
  StatusSnapshot snapshot;
  snapshot.now = now;
  snapshot.late_after = limits.late_after;
  TRY_ASSIGN(snapshot.counts, store::count_status(store, now, limits.late_after, user));
  TRY_ASSIGN(snapshot.due, list(SourceFilter::kDue));
  TRY_ASSIGN(snapshot.coming, list(SourceFilter::kComing));
  TRY_ASSIGN(snapshot.problems, list(SourceFilter::kProblem));
  TRY_ASSIGN(snapshot.failing, list(SourceFilter::kFailing));
  TRY_ASSIGN(snapshot.latest, store.articles().newest({.user = user}, limits.articles));
  sort_by_found(snapshot.latest);
  TRY_ASSIGN(snapshot.lateness, lateness_by_day(store, {}, now, viewer));
  TRY_ASSIGN(const auto topics, store.topics().all(user));
  for (const store::TopicRow& row : topics) {
    if (row.topic.seeds.empty()) continue;
    TopicAtWork& topic = snapshot.topics.emplace_back();
    topic.source = row.topic.source;
    topic.name = row.topic.name;
    TRY_ASSIGN(topic.phases, store.topics().phases(row.topic.source));
  }
  return snapshot;
}

Result<SourceDetail> take_detail(store::Store& store, store::WatchedSource source,
                                 Time now, std::size_t limit, Viewer viewer) {
  SourceDetail detail;
  detail.now = now;
  TRY_ASSIGN(detail.visits, store.visits().of(source.source.id, limit));
  TRY_ASSIGN(detail.articles,
             store.articles().newest(
                 {.user = viewer.value_or(model::UserId{}), .source = source.source.id},
                 limit));
  sort_by_found(detail.articles);
  TRY_ASSIGN(detail.versions, store.versions().of_source(source.source.id,
                                                         now + Milliseconds(1), limit));
  TRY_ASSIGN(detail.lateness, lateness_by_day(store, source.source.id, now));
  TRY_ASSIGN(detail.phases, store.topics().phases(source.source.id));
  detail.source = std::move(source);
  return detail;
}

Result<std::vector<ArticleDetail>> take_details(
    store::Store& store, std::span<const store::ArticleRow> articles, PageText pages,
    Time now) {
  std::vector<model::ArticleId> ids;
  for (const store::ArticleRow& article : articles) ids.push_back(article.id);
  TRY_ASSIGN(auto feeds, store.articles().feed_texts(ids));
  std::unordered_map<model::ArticleId, model::PageContent> contents;
  if (pages == PageText::kYes) {
    TRY_ASSIGN(contents, store.pages().contents(ids));
  }
  std::vector<ArticleDetail> details;
  for (const store::ArticleRow& article : articles) {
    ArticleDetail& detail = details.emplace_back();
    detail.now = now;
    detail.article = article;
    detail.feed = std::move(feeds[article.id]);
    const auto content = contents.find(article.id);
    if (content != contents.end()) detail.content = std::move(content->second);
  }
  return details;
}

Result<std::optional<ArticleDetail>> find_article(store::Store& store,
                                                  model::ArticleId id, Time now,
                                                  Viewer viewer, Muted muted) {
  TRY_ASSIGN(auto found, store.articles().find(id));
  if (found && viewer) {
    TRY_ASSIGN(const bool is_seen,
               store.subscriptions().is_visible(*viewer, found->source));
    if (!is_seen) found.reset();
  }
  store::ArticleState state;
  if (found && viewer) {
    TRY_ASSIGN(auto states, states_of(store, {&*found, 1}, *viewer));
    state = std::move(states[id]);
    if (state.is_muted && muted == Muted::kHidden) found.reset();
  }
  if (!found) return std::optional<ArticleDetail>();
  TRY_ASSIGN(auto topics,
             store.topics().of_articles({{id}}, viewer.value_or(model::UserId{})));
  found->topics = std::move(topics[id]);
  TRY_ASSIGN(auto details, take_details(store, {&*found, 1}, PageText::kYes, now));
  TRY_ASSIGN(details.front().versions, store.article_versions().of(id));
  TRY_ASSIGN(const auto kept, store.versions().kept_of({found->source, id}));
  details.front().kept_url = pipeline::document_url(found->url);
  for (auto each = kept.rbegin(); each != kept.rend(); ++each) {
    details.front().kept_pages.push_back(each->seen);
  }
  TRY_ASSIGN(const auto version, told_version(store, *found));
  if (version) details.front().change = version->seen;
  if (viewer) details.front().state = std::move(state);
  return std::optional(std::move(details.front()));
}

Result<ArticleStateMap> states_of(store::Store& store,
                                  std::span<const store::ArticleRow> articles,
                                  model::UserId viewer) {
  std::vector<model::ArticleId> ids;
  for (const store::ArticleRow& article : articles) ids.push_back(article.id);
  return store.article_states().of(viewer, ids);
}

namespace {

// However many others lie between them: a slice looks at a bounded number.
Result<std::vector<store::ArticleRow>> muted_articles(store::Store& store,
                                                      store::ArticleFilter filter,
                                                      std::size_t limit) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  filter.is_muted = true;
  std::vector<store::ArticleRow> rows;
  std::optional<model::ArticleId> before = model::ArticleId{};
  while (before && rows.size() < limit) {
    TRY_ASSIGN(auto slice, store::slice_articles(store.database(), filter, *before,
                                                 limit - rows.size()));
    std::ranges::move(slice.rows, std::back_inserter(rows));
    before = slice.next;
  }
  return rows;
}

}  // namespace

Result<std::vector<store::ArticleRow>> list_articles(store::Store& store,
                                                     const ArticleQuery& query) {
  store::ArticleFilter filter;
  TRY_ASSIGN(filter.folder, find_folder(store, query.folder, query.viewer));
  filter.since = query.since;
  if (query.viewer) filter.user = *query.viewer;
  filter.is_unread = query.is_unread;
  filter.is_starred = query.is_starred;
  filter.tag = query.tag;
  if (!query.source.empty()) {
    TRY_ASSIGN(const store::WatchedSource found,
               find_source(store, query.source, query.viewer));
    filter.source = found.source.id;
  }
  if (!query.topic.empty()) {
    TRY_ASSIGN(const store::TopicRow topic,
               find_topic_row(store, query.topic, query.viewer));
    filter.source = topic.topic.source;
  }
  if (query.is_muted) return muted_articles(store, std::move(filter), query.limit);
  return store.articles().newest(filter, query.limit);
}

bool has_login(const model::Source& source) {
  const model::SealedSettings& request = source.request;
  return !request.basic_credentials.empty() || !request.bearer_token.empty() ||
         !request.headers.empty();
}

std::string_view to_string(LoginFate fate) {
  switch (fate) {
    case LoginFate::kNone:
      return "none";
    case LoginFate::kNotTried:
      return "not-tried";
    case LoginFate::kAccepted:
      return "accepted";
    case LoginFate::kRefused:
      return "refused";
  }
  return "";
}

LoginWord login_word(const store::WatchedSource& source) {
  if (!has_login(source.source)) return {};
  const store::ScheduleRow& row = source.schedule;
  const Time given = source.source.login_given.value_or(Time());
  const int status = row.last_status;
  const bool is_refusal = row.last_outcome == model::FetchOutcome::kHttpError &&
                          (status == 401 || status == 403);
  if (row.last_visit && *row.last_visit >= given && is_refusal) {
    return {LoginFate::kRefused, row.last_visit};
  }
  if (row.last_success && *row.last_success >= given) {
    return {LoginFate::kAccepted, row.last_success};
  }
  return {LoginFate::kNotTried, {}};
}

std::optional<model::Problem> problem_of(const store::WatchedSource& source) {
  const store::ScheduleRow& row = source.schedule;
  if (!row.last_visit) return std::nullopt;
  return model::problem_of(
      {.outcome = row.last_outcome,
       .http_status = row.last_status,
       .remark = row.last_remark,
       .error = row.last_error,
       .note = row.last_note,
       .is_login_newer = login_word(source).fate == LoginFate::kNotTried},
      source.source);
}

bool is_rhythm_unknown(const store::WatchedSource& source, Time now) {
  return now - source.source.added < std::chrono::days(3);
}

std::optional<Time> next_visit(const store::WatchedSource& source) {
  if (!is_visited(source.source.state) || !has_visits(source.source.kind)) {
    return std::nullopt;
  }
  return source.schedule.next_due;
}

std::string_view due_reason_of(const store::WatchedSource& source) {
  return next_visit(source) ? to_string(source.schedule.due_reason)
                            : std::string_view();
}

Milliseconds overdue(const store::WatchedSource& source, Time now) {
  // Who waits for his rank is not late: others were worth more.
  const auto next = next_visit(source);
  if (!next || source.schedule.due_reason == model::kNeverLate) return Milliseconds(0);
  return std::max(Milliseconds(0), now - *next);
}

}  // namespace curlew::service
