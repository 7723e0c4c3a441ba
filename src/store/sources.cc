#include "store/sources.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "model/storable_report.h"
#include "store/counters.h"
#include "store/header_lines.h"
#include "store/query.h"
#include "store/remove_source.h"
#include "store/source_texts.h"
#include "store/subscriptions.h"
#include "store/topics.h"

namespace curlew::store {
namespace {

Error url_is_taken(std::string_view url, model::SourceId holder) {
  return {ErrorKind::kExists,
          fmt::format("{} is watched already, as source {}", url, holder.value)};
}

Result<void> insert(Database& db, model::SourceId id, std::int64_t revision,
                    const model::Source& source, Time due) {
  const auto& request = source.request;
  TRY(Query::enqueue(
      db,
      "INSERT INTO sources (id, revision, kind, state, added, fetch_pages,"
      " own_interval_ms, title_is_users, url, title, site_url, folder, language,"
      " headers, basic_credentials, bearer_token, proxy, objective, longest_gap_ms,"
      " quiet_hours, quiet_weekdays, rendering, rules, subscribers, activity_percent,"
      " is_shared, watching, policy, login_given)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"
      " $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)",
      id, revision, source.kind, source.state, source.added, source.fetch_pages,
      source.wishes.interval, !source.title.empty(), source.url, source.title,
      source.site_url, source.folder, source.language, to_lines(request.headers),
      request.basic_credentials, request.bearer_token, request.proxy, source.objective,
      source.wishes.longest_gap, source.wishes.quiet.hours,
      source.wishes.quiet.weekdays, source.rendering, source.rules,
      source.audience.subscribers, source.audience.activity_percent, source.is_shared,
      model::to_lines(source.watching), source.policy, source.login_given));
  return Query::enqueue(db,
                        "INSERT INTO schedule (source_id, next_due, failures,"
                        " moved_seen, last_outcome, policy_state, last_error, moved_to)"
                        " VALUES ($1, $2, 0, 0, $3, $4, '', '')",
                        id, due, model::FetchOutcome::kFetched, Blob{});
}

// Those by which sources are, or were, known already.
Result<std::unordered_set<std::string>> taken_addresses(
    Database& db, std::span<const model::Source> sources) {
  std::vector<std::string_view> urls;
  for (const model::Source& source : sources) urls.push_back(source.url);
  const std::span<const std::string_view> asked(urls);
  Query query(db,
              "SELECT url FROM sources"
              " WHERE url IN (SELECT value FROM unnest($1) AS value) UNION"
              " SELECT url FROM source_aliases"
              " WHERE url IN (SELECT value FROM unnest($1) AS value)",
              asked);
  std::unordered_set<std::string> taken;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return taken;
    std::string url;
    TRY(query.read(url));
    taken.insert(std::move(url));
  }
}

// Addresses, titles and folders stand in indexes.
Result<void> check_lengths(const model::Source& source) {
  const auto refuse = [](std::string_view what, const std::string& text,
                         std::size_t most) -> Result<void> {
    if (text.size() <= most) return {};
    return Error{ErrorKind::kUsage,
                 fmt::format("{} of {} bytes is too long: {} are the most", what,
                             text.size(), most)};
  };
  TRY(refuse("an address", source.url, model::kLongestSourceUrl));
  TRY(refuse("a title", source.title, model::kLongestTitle));
  return refuse("a folder", source.folder, model::kLongestFolder);
}

// Keeps an address by which a source was known. The newest owner of it counts.
Result<void> keep_alias(Database& db, std::string_view url, model::SourceId source) {
  TRY(Query::run(db,
                 "INSERT INTO source_aliases (url, source_id) VALUES ($1, $2)"
                 " ON CONFLICT (url) DO UPDATE SET source_id = excluded.source_id",
                 url, source));
  return {};
}

// "https://example.org:8443" of an address as sources have it.
std::string_view origin_of(std::string_view url) {
  const std::size_t host = url.find("://");
  return host == url.npos ? url : url.substr(0, url.find_first_of("/?#", host + 3));
}

// Its user gives it another address: it goes on to be known by the one before, and what
// was learned there of failures and redirects counts no longer. When to come again is
// the wish of a server, for all that it has.
Result<void> leave_address(Database& db, std::string_view before,
                           const model::Source& source) {
  TRY(keep_alias(db, before, source.id));
  TRY(Query::run(db, "DELETE FROM source_aliases WHERE url = $1", source.url));
  TRY(Query::run(db,
                 "UPDATE schedule SET failures = 0, moved_to = '', moved_seen = 0"
                 " WHERE source_id = $1",
                 source.id));
  if (origin_of(before) == origin_of(source.url)) return {};
  TRY(Query::run(db, "UPDATE schedule SET not_before = NULL WHERE source_id = $1",
                 source.id));
  return {};
}

// The order in which read_watched() takes them.
constexpr std::string_view kSelectSource =
    "SELECT s.id, s.kind, s.state, s.added, s.fetch_pages, s.own_interval_ms, s.url,"
    " s.title, s.site_url, s.folder, s.language, s.headers, s.basic_credentials,"
    " s.bearer_token, s.proxy, c.next_due, c.last_visit, c.last_success, c.last_new,"
    " c.not_before, c.failures, c.moved_seen, c.last_outcome, c.policy_state,"
    " c.last_error, c.moved_to, s.objective, s.longest_gap_ms, s.quiet_hours,"
    " s.quiet_weekdays, c.due_reason, s.rendering, s.rules, s.subscribers,"
    " s.activity_percent, c.last_status, c.last_remark, c.asked, c.last_note,"
    " s.title_is_users, s.is_shared, s.watching, s.policy, c.structural, c.textual,"
    " s.login_given"
    " FROM sources s JOIN schedule c ON c.source_id = s.id ";

Result<WatchedSource> read_watched(const Query& query) {
  WatchedSource watched;
  model::Source& source = watched.source;
  ScheduleRow& schedule = watched.schedule;
  std::string_view headers;
  std::string_view watching;
  TRY(query.read(
      source.id, source.kind, source.state, source.added, source.fetch_pages,
      source.wishes.interval, source.url, source.title, source.site_url, source.folder,
      source.language, headers, source.request.basic_credentials,
      source.request.bearer_token, source.request.proxy, schedule.next_due,
      schedule.last_visit, schedule.last_success, schedule.last_new,
      schedule.not_before, schedule.failures, schedule.moved_seen,
      schedule.last_outcome, schedule.policy_state, schedule.last_error,
      schedule.moved_to, source.objective, source.wishes.longest_gap,
      source.wishes.quiet.hours, source.wishes.quiet.weekdays, schedule.due_reason,
      source.rendering, source.rules, source.audience.subscribers,
      source.audience.activity_percent, schedule.last_status, schedule.last_remark,
      schedule.asked, schedule.last_note, source.has_own_title, source.is_shared,
      watching, source.policy, schedule.changes.structural, schedule.changes.textual,
      source.login_given));
  TRY_ASSIGN(source.watching, model::parse_watching(watching));
  source.request.headers = parse_lines(headers);
  schedule.source = source.id;
  return watched;
}

Result<std::vector<WatchedSource>> read_all(Query& query) {
  std::vector<WatchedSource> all;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return all;
    TRY_ASSIGN(auto watched, read_watched(query));
    all.push_back(std::move(watched));
  }
}

Result<std::optional<WatchedSource>> read_first(Query& query) {
  TRY_ASSIGN(const bool found, query.next());
  if (!found) return std::optional<WatchedSource>();
  TRY_ASSIGN(auto watched, read_watched(query));
  return std::optional(std::move(watched));
}

std::string select(std::string_view rest) {
  return std::string(kSelectSource).append(rest);
}

Result<std::vector<WatchedSource>> due_before(Database& db, Time time,
                                              std::size_t limit) {
  static const std::string sql =
      select(fmt::format("WHERE c.next_due <= $1 AND s.state IN {} AND {}"
                         " ORDER BY c.next_due, s.id LIMIT $2",
                         states_where(model::is_visited), kHasVisits));
  Query query(db, sql, time, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> late_since(Database& db, Time time,
                                              std::size_t limit) {
  static const std::string sql =
      select(fmt::format("WHERE c.next_due <= $1 AND s.state IN {} AND {}"
                         " AND c.due_reason <> $2 ORDER BY c.next_due, s.id LIMIT $3",
                         states_where(model::is_visited), kHasVisits));
  Query query(db, sql, time, model::kNeverLate, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> due_after(Database& db, Time time,
                                             std::size_t limit) {
  static const std::string sql =
      select(fmt::format("WHERE c.next_due > $1 AND s.state IN {} AND {}"
                         " ORDER BY c.next_due, s.id LIMIT $2",
                         states_where(model::is_visited), kHasVisits));
  Query query(db, sql, time, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> in_state(Database& db, model::SourceState state,
                                            std::size_t limit) {
  static const std::string sql =
      select("WHERE s.state = $1 ORDER BY lower(s.title), s.id LIMIT $2");
  Query query(db, sql, state, to_limit(limit));
  return read_all(query);
}

// A paused one is left alone, by its user too.
Result<std::vector<WatchedSource>> with_problem(Database& db, std::size_t limit) {
  static const std::string sql =
      select(fmt::format("WHERE c.has_problem = 1 AND s.state IN {}"
                         " ORDER BY lower(s.title), s.id LIMIT $1",
                         states_where(model::are_problems_shown)));
  Query query(db, sql, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> in_any_state(Database& db, std::size_t limit) {
  static const std::string sql = select("ORDER BY lower(s.title), s.id LIMIT $1");
  Query query(db, sql, to_limit(limit));
  return read_all(query);
}

// Who wanted the one gets the other, in the folder where he had it. Nothing changes
// where nobody comes.
Result<void> join_subscribers(Database& db, model::SourceId duplicate,
                              model::SourceId source, Time now) {
  Subscriptions subscriptions(db);
  TRY(subscriptions.part_folder(duplicate));
  TRY_ASSIGN(auto joining, subscriptions.of_sources({&duplicate, 1}));
  TRY_ASSIGN(const auto present, subscriptions.of_sources({&source, 1}));
  std::unordered_set<model::UserId> known;
  for (const model::Subscription& each : present) known.insert(each.user);
  std::erase_if(joining, [&](const model::Subscription& each) {
    return known.contains(each.user);
  });
  if (joining.empty()) return {};
  for (model::Subscription& each : joining) each.source = source;
  TRY(subscriptions.part_folder(source));
  TRY(subscriptions.add(joining));
  return subscriptions.count_audience({&source, 1}, now);
}

// Whoever judges by topics must hear of one that is paused or renamed.
Result<void> note_topic_changed(Database& db, model::SourceId source) {
  TRY(Query::run(db,
                 "UPDATE counters SET value = value + 1 WHERE name = $1 AND EXISTS"
                 " (SELECT 1 FROM topics WHERE source_id = $2)",
                 kTopicRevisionCounter, source));
  return {};
}

}  // namespace

Result<std::optional<model::SourceId>> Sources::holder_of(std::string_view url) {
  Query query(db_,
              "SELECT id FROM sources WHERE url = $1 UNION ALL"
              " SELECT source_id FROM source_aliases WHERE url = $1 LIMIT 1",
              url);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<model::SourceId> holder;
  if (found) TRY(query.read(holder.emplace()));
  return holder;
}

Result<std::optional<std::string>> Sources::url_of(model::SourceId source) {
  Query query(db_, "SELECT url FROM sources WHERE id = $1", source);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<std::string> url;
  if (found) TRY(query.read(url.emplace()));
  return url;
}

Result<model::SourceId> Sources::add(const model::Source& source, Time due) {
  TRY(check_lengths(source));
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto holder, holder_of(source.url));
  if (holder) return url_is_taken(source.url, *holder);
  TRY_ASSIGN(const auto ids, add_all(std::span(&source, 1), due));
  TRY(transaction.commit());
  return *ids.front();
}

// Ids and revisions are taken for all at once: a server keeps every version of a
// counter's row until the end, and looks through them at each change.
Result<std::vector<std::optional<model::SourceId>>> Sources::add_all(
    std::span<const model::Source> sources, Time due) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(auto taken, taken_addresses(db_, sources));
  std::vector<std::optional<model::SourceId>> ids(sources.size());
  std::int64_t count = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!check_lengths(sources[i]).ok() || !taken.insert(sources[i].url).second) {
      continue;
    }
    ids[i] = model::SourceId{++count};
  }
  TRY_ASSIGN(const auto last_id, add_to_counter(db_, kSourceIdCounter, count));
  TRY_ASSIGN(const auto last_revision, add_to_counter(db_, kRevisionCounter, count));
  std::vector<model::SourceId> added;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!ids[i]) continue;
    const std::int64_t number = ids[i]->value;
    ids[i]->value += last_id - count;
    TRY(insert(db_, *ids[i], last_revision - count + number, sources[i], due));
    added.push_back(*ids[i]);
  }
  TRY(renew_source_texts(db_, added));
  TRY(transaction.commit());
  return ids;
}

Result<void> Sources::change(const model::Source& source) {
  TRY(check_lengths(source));
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto before, find(source.id));
  if (!before) return no_such_source(db_, source.id);
  TRY_ASSIGN(const auto holder, holder_of(source.url));
  if (holder && *holder != source.id) return url_is_taken(source.url, *holder);
  if (before->source.url != source.url) {
    TRY(leave_address(db_, before->source.url, source));
  }
  const bool has_own_title =
      before->source.has_own_title || before->source.title != source.title;
  TRY_ASSIGN(const auto revision, add_to_counter(db_, kRevisionCounter, 1));
  const auto& request = source.request;
  TRY(Query::run(
      db_,
      "UPDATE sources SET revision = $1, kind = $2, fetch_pages = $3,"
      " title_is_users = $4, title = $5, folder = $6, headers = $7,"
      " basic_credentials = $8, bearer_token = $9, proxy = $10, objective = $11,"
      " own_interval_ms = $12, longest_gap_ms = $13, quiet_hours = $14,"
      " quiet_weekdays = $15, rendering = $16, rules = $17, url = $18,"
      " subscribers = $19, activity_percent = $20, is_shared = $21, watching = $22,"
      " policy = $23, login_given = $24 WHERE id = $25",
      revision, source.kind, source.fetch_pages, has_own_title, source.title,
      source.folder, to_lines(request.headers), request.basic_credentials,
      request.bearer_token, request.proxy, source.objective, source.wishes.interval,
      source.wishes.longest_gap, source.wishes.quiet.hours,
      source.wishes.quiet.weekdays, source.rendering, source.rules, source.url,
      source.audience.subscribers, source.audience.activity_percent, source.is_shared,
      model::to_lines(source.watching), source.policy, source.login_given, source.id));
  TRY(renew_source_texts(db_, {&source.id, 1}));
  TRY(note_topic_changed(db_, source.id));
  return transaction.commit();
}

Result<void> Sources::remove(model::SourceId source, Records records) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto removed,
             Query::run(db_, "DELETE FROM sources WHERE id = $1", source));
  if (removed == 0) return no_such_source(db_, source);
  TRY_ASSIGN(const auto revision, add_to_counter(db_, kRevisionCounter, 1));
  TRY(Query::run(db_,
                 "INSERT INTO removed_sources (source_id, revision) VALUES ($1, $2)",
                 source, revision));
  TRY(remove_what_is_of(db_, source, records));
  return transaction.commit();
}

Result<void> Sources::set_state(model::SourceId source, model::SourceState state) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY_ASSIGN(const auto revision, add_to_counter(db_, kRevisionCounter, 1));
  if (state == model::SourceState::kActive) {
    TRY(Query::run(db_,
                   "UPDATE topics SET resumes = resumes + 1 WHERE source_id = $1 AND"
                   " EXISTS (SELECT 1 FROM sources WHERE id = $1 AND state <> $2)",
                   source, state));
  }
  TRY_ASSIGN(
      const auto changed,
      Query::run(db_, "UPDATE sources SET state = $1, revision = $2 WHERE id = $3",
                 state, revision, source));
  if (changed == 0) return no_such_source(db_, source);
  TRY(renew_source_texts(db_, {&source, 1}));
  TRY(note_topic_changed(db_, source));
  return transaction.commit();
}

Result<std::optional<WatchedSource>> Sources::find(std::string_view url) {
  TRY_ASSIGN(const auto id, holder_of(url));
  if (!id) return std::optional<WatchedSource>();
  return find(*id);
}

Result<std::optional<WatchedSource>> Sources::find(model::SourceId id) {
  static const std::string sql = select("WHERE s.id = $1");
  Query query(db_, sql, id);
  return read_first(query);
}

Result<std::vector<WatchedSource>> Sources::find(std::span<const model::SourceId> ids) {
  if (ids.empty()) return std::vector<WatchedSource>();
  static const std::string sql =
      select("WHERE s.id IN (SELECT value FROM unnest($1) AS value)");
  Query query(db_, sql, ids);
  return read_all(query);
}

Result<std::vector<WatchedSource>> Sources::like(std::string_view word,
                                                 std::size_t limit) {
  // The schemes in full: 'http%://' would find addresses within a query, too. lower()
  // folds ASCII letters only; a title in another script is found as it is
  // written.
  static const std::string sql = select(
      "WHERE lower(s.url) LIKE 'http://' || $1 || '/%' ESCAPE '\\'"
      " OR lower(s.url) LIKE 'https://' || $1 || '/%' ESCAPE '\\'"
      " OR lower(s.url) LIKE 'http://' || $1 || ':%' ESCAPE '\\'"
      " OR lower(s.url) LIKE 'https://' || $1 || ':%' ESCAPE '\\'"
      " OR lower(s.title) LIKE '%' || $1 || '%' ESCAPE '\\'"
      " ORDER BY s.id LIMIT $2");
  std::string pattern;
  for (const char c : word) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += to_ascii_lower(c);
  }
  Query query(db_, sql, pattern, to_limit(limit));
  return read_all(query);
}

Result<std::vector<WatchedSource>> Sources::list(SourceFilter filter, Time now,
                                                 Milliseconds late_after,
                                                 std::size_t limit) {
  switch (filter) {
    case SourceFilter::kAll:
      return in_any_state(db_, limit);
    case SourceFilter::kDue:
      return due_before(db_, now, limit);
    case SourceFilter::kLate:
      return late_since(db_, now - late_after, limit);
    case SourceFilter::kComing:
      return due_after(db_, now, limit);
    case SourceFilter::kProblem:
      return with_problem(db_, limit);
    case SourceFilter::kFailing:
      return in_state(db_, model::SourceState::kFailing, limit);
    case SourceFilter::kPaused:
      return in_state(db_, model::SourceState::kPaused, limit);
    case SourceFilter::kGone:
      return in_state(db_, model::SourceState::kGone, limit);
    case SourceFilter::kStopped:
      return in_state(db_, model::SourceState::kStopped, limit);
  }
  return std::vector<WatchedSource>();
}

Result<std::vector<FolderRow>> Sources::folders() {
  Query query(db_,
              "SELECT folder, count(*) FROM sources GROUP BY folder ORDER BY folder");
  std::vector<FolderRow> folders;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return folders;
    FolderRow& row = folders.emplace_back();
    TRY(query.read(row.name, row.sources));
  }
}

Result<void> Sources::save_found(const model::Source& source) {
  TRY(Query::enqueue(db_,
                     "UPDATE sources SET kind = $1, state = $2, title = $3,"
                     " site_url = $4, language = $5 WHERE id = $6",
                     source.kind, source.state, source.title, source.site_url,
                     source.language, source.id));
  return renew_source_texts(db_, {&source.id, 1});
}

Result<void> Sources::move(model::SourceId source, std::string_view url) {
  if (url.size() > model::kLongestSourceUrl) return {};  // It stays where it is.
  TRY_ASSIGN(const auto holder, holder_of(url));
  if (holder && *holder != source) return url_is_taken(url, *holder);
  TRY_ASSIGN(const auto before, url_of(source));
  if (!before || *before == url) return {};
  // What its user typed, and links to it elsewhere, go on to mean this source.
  TRY(keep_alias(db_, *before, source));
  TRY(Query::run(db_, "DELETE FROM source_aliases WHERE url = $1", url));
  TRY(Query::run(db_, "UPDATE sources SET url = $1 WHERE id = $2", url, source));
  return renew_source_texts(db_, {&source, 1});
}

Result<void> Sources::merge(model::SourceId duplicate, std::string_view url, Time now) {
  TRY_ASSIGN(const auto source, holder_of(url));
  TRY_ASSIGN(const auto own, url_of(duplicate));
  if (!source || *source == duplicate || !own) return {};
  TRY(Query::run(db_, "UPDATE source_aliases SET source_id = $1 WHERE source_id = $2",
                 *source, duplicate));
  TRY(keep_alias(db_, *own, *source));
  TRY(join_subscribers(db_, duplicate, *source, now));
  return remove(duplicate);
}

}  // namespace curlew::store
