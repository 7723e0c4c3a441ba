#include "store/sources.h"

#include <fmt/format.h>

#include "store/counters.h"
#include "store/header_lines.h"
#include "store/query.h"

namespace curlew::store {
namespace {

Error no_such_source(const Database& db, model::SourceId source) {
  return {ErrorKind::kNotFound,
          fmt::format("{}: there is no source {}", db.name(), source.value)};
}

Error url_is_taken(std::string_view url, model::SourceId holder) {
  return {ErrorKind::kExists,
          fmt::format("{} is watched already, as source {}", url, holder.value)};
}

Result<void> insert_row(Database& db, model::SourceId id, std::int64_t revision,
                        const model::Source& source) {
  const auto& request = source.request;
  TRY(Query::run(
      db,
      "INSERT INTO sources (id, revision, kind, state, added, fetch_pages,"
      " own_interval_ms, title_is_users, url, title, site_url, folder, language,"
      " headers, basic_credentials, bearer_token, proxy, objective, longest_gap_ms,"
      " quiet_hours, quiet_weekdays, rendering, rules, subscribers, activity_percent)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"
      " $17, $18, $19, $20, $21, $22, $23, $24, $25)",
      id, revision, source.kind, source.state, source.added, source.fetch_pages,
      source.wishes.interval, !source.title.empty(), source.url, source.title,
      source.site_url, source.folder, source.language, to_lines(request.headers),
      request.basic_credentials, request.bearer_token, request.proxy, source.objective,
      source.wishes.longest_gap, source.wishes.quiet.hours,
      source.wishes.quiet.weekdays, source.rendering, source.rules,
      source.audience.subscribers, source.audience.activity_percent));
  return {};
}

// Keeps an address by which a source was known. The newest owner of it counts.
Result<void> keep_alias(Database& db, std::string_view url, model::SourceId source) {
  TRY(Query::run(db,
                 "INSERT INTO source_aliases (url, source_id) VALUES ($1, $2)"
                 " ON CONFLICT (url) DO UPDATE SET source_id = excluded.source_id",
                 url, source));
  return {};
}

Result<std::string> url_of(Database& db, model::SourceId source) {
  Query query(db, "SELECT url FROM sources WHERE id = $1", source);
  std::string url;
  TRY_ASSIGN(const bool found, query.next());
  if (found) TRY(query.read(url));
  return url;
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

}  // namespace

Result<model::SourceId> insert_source(Database& db, const model::Source& source,
                                      Time due) {
  TRY_ASSIGN(const auto holder, source_with_url(db, source.url));
  if (holder) return url_is_taken(source.url, *holder);
  TRY_ASSIGN(const std::int64_t number, add_to_counter(db, kSourceIdCounter, 1));
  TRY_ASSIGN(const std::int64_t revision, add_to_counter(db, kRevisionCounter, 1));
  const model::SourceId id{number};
  TRY(insert_row(db, id, revision, source));
  TRY(Query::run(db,
                 "INSERT INTO schedule (source_id, next_due, failures, moved_seen,"
                 " last_outcome, policy_state, last_error, moved_to)"
                 " VALUES ($1, $2, 0, 0, $3, $4, '', '')",
                 id, due, model::FetchOutcome::kFetched, Blob{}));
  return id;
}

Result<void> delete_source(Database& db, model::SourceId source) {
  TRY_ASSIGN(const auto removed,
             Query::run(db, "DELETE FROM sources WHERE id = $1", source));
  if (removed == 0) return no_such_source(db, source);
  TRY_ASSIGN(const auto revision, add_to_counter(db, kRevisionCounter, 1));
  TRY(Query::run(db,
                 "INSERT INTO removed_sources (source_id, revision) VALUES ($1, $2)",
                 source, revision));
  TRY(Query::run(db, "DELETE FROM schedule WHERE source_id = $1", source));
  TRY(Query::run(db, "DELETE FROM source_aliases WHERE source_id = $1", source));
  TRY(Query::run(db, "DELETE FROM visits WHERE source_id = $1", source));
  TRY(Query::run(db, "DELETE FROM page_averages WHERE source_id = $1", source));
  TRY(Query::run(db,
                 "DELETE FROM wanted_pages WHERE article_id IN"
                 " (SELECT id FROM articles WHERE source_id = $1)",
                 source));
  TRY(Query::run(db,
                 "DELETE FROM pages WHERE article_id IN"
                 " (SELECT id FROM articles WHERE source_id = $1)",
                 source));
  TRY(Query::run(db,
                 "DELETE FROM page_contents WHERE article_id IN"
                 " (SELECT id FROM articles WHERE source_id = $1)",
                 source));
  TRY_ASSIGN(const auto articles,
             Query::run(db, "DELETE FROM articles WHERE source_id = $1", source));
  TRY(add_to_counter(db, kArticlesCounter, -articles));
  TRY(Query::run(db, "DELETE FROM forgotten_articles WHERE source_id = $1", source));
  return {};
}

Result<void> update_source(Database& db, const model::Source& source) {
  TRY_ASSIGN(const bool exists, source_exists(db, source.id));
  if (!exists) return no_such_source(db, source.id);
  TRY_ASSIGN(const auto holder, source_with_url(db, source.url));
  if (holder && *holder != source.id) return url_is_taken(source.url, *holder);
  TRY_ASSIGN(const std::string before, url_of(db, source.id));
  if (before != source.url) TRY(leave_address(db, before, source));
  TRY_ASSIGN(const auto revision, add_to_counter(db, kRevisionCounter, 1));
  const auto& request = source.request;
  TRY(Query::run(
      db,
      "UPDATE sources SET revision = $1, kind = $2, fetch_pages = $3,"
      " title_is_users = CASE WHEN title <> $4 THEN 1 ELSE title_is_users END,"
      " title = $4, folder = $5, headers = $6, basic_credentials = $7,"
      " bearer_token = $8, proxy = $9, objective = $10, own_interval_ms = $11,"
      " longest_gap_ms = $12, quiet_hours = $13, quiet_weekdays = $14,"
      " rendering = $15, rules = $16, url = $17, subscribers = $18,"
      " activity_percent = $19 WHERE id = $20",
      revision, source.kind, source.fetch_pages, source.title, source.folder,
      to_lines(request.headers), request.basic_credentials, request.bearer_token,
      request.proxy, source.objective, source.wishes.interval,
      source.wishes.longest_gap, source.wishes.quiet.hours,
      source.wishes.quiet.weekdays, source.rendering, source.rules, source.url,
      source.audience.subscribers, source.audience.activity_percent, source.id));
  return {};
}

Result<void> change_state(Database& db, model::SourceId source,
                          model::SourceState state) {
  TRY_ASSIGN(const auto revision, add_to_counter(db, kRevisionCounter, 1));
  TRY_ASSIGN(
      const auto changed,
      Query::run(db, "UPDATE sources SET state = $1, revision = $2 WHERE id = $3",
                 state, revision, source));
  if (changed == 0) return no_such_source(db, source);
  return {};
}

Result<void> ask_visit(Database& db, model::SourceId source, Time now) {
  TRY_ASSIGN(const auto revision, add_to_counter(db, kRevisionCounter, 1));
  TRY_ASSIGN(const auto changed,
             Query::run(db, "UPDATE sources SET revision = $1 WHERE id = $2", revision,
                        source));
  if (changed == 0) return no_such_source(db, source);
  TRY(Query::run(db,
                 "UPDATE schedule SET asked = $1, next_due = $1, due_reason = 'asked'"
                 " WHERE source_id = $2",
                 now, source));
  return {};
}

Result<std::int64_t> note_settings(Database& db, std::int64_t fingerprint, Time now) {
  TRY_ASSIGN(const std::int64_t known, read_counter(db, kFetchSettings));
  if (known == fingerprint) return 0;
  TRY(set_counter(db, kFetchSettings, fingerprint));
  if (known == 0) return 0;  // Nothing is known of earlier settings.
  std::vector<model::SourceId> sources;
  {
    Query query(
        db,
        "SELECT c.source_id FROM schedule c JOIN sources s ON s.id = c.source_id"
        " WHERE c.has_problem = 1 AND s.state IN ('active', 'failing')");
    while (true) {
      TRY_ASSIGN(const bool found, query.next());
      if (!found) break;
      TRY(query.read(sources.emplace_back()));
    }
  }
  for (const model::SourceId source : sources) TRY(ask_visit(db, source, now));
  return static_cast<std::int64_t>(sources.size());
}

Result<void> note_state(Database& db, model::SourceId source,
                        model::SourceState state) {
  // It may have been paused or stopped while a visit was under way: that stands.
  TRY(Query::run(
      db,
      "UPDATE sources SET state = $1"
      " WHERE id = $2 AND state <> $1 AND state NOT IN ('paused', 'stopped')",
      state, source));
  return {};
}

Result<void> note_feed_head(Database& db, model::SourceId source,
                            const model::FeedHead& head) {
  // Most heads say what the last one said: then the row is not written again.
  TRY(Query::run(
      db,
      "UPDATE sources SET"
      " title = CASE WHEN title_is_users = 1 OR $1 = '' THEN title ELSE $1 END,"
      " site_url = CASE WHEN $2 = '' THEN site_url ELSE $2 END,"
      " language = CASE WHEN $3 = '' THEN language ELSE $3 END"
      " WHERE id = $4"
      " AND ((title_is_users = 0 AND $1 <> '' AND title <> $1)"
      " OR ($2 <> '' AND site_url <> $2) OR ($3 <> '' AND language <> $3))",
      head.title, head.site_url, head.language, source));
  return {};
}

Result<void> note_move(Database& db, model::SourceId source, std::string_view url,
                       model::SourceKind kind) {
  TRY_ASSIGN(const auto holder, source_with_url(db, url));
  if (holder && *holder != source) return url_is_taken(url, *holder);
  TRY_ASSIGN(const std::string before, url_of(db, source));
  if (before != url) {
    // What its user typed, and links to it elsewhere, go on to mean this source.
    if (!before.empty()) TRY(keep_alias(db, before, source));
    TRY(Query::run(db, "DELETE FROM source_aliases WHERE url = $1", url));
  }
  TRY(Query::run(db, "UPDATE sources SET url = $1, kind = $2 WHERE id = $3", url, kind,
                 source));
  return {};
}

Result<void> merge_source(Database& db, model::SourceId duplicate,
                          model::SourceId source) {
  TRY_ASSIGN(const std::string url, url_of(db, duplicate));
  TRY(Query::run(db, "UPDATE source_aliases SET source_id = $1 WHERE source_id = $2",
                 source, duplicate));
  if (!url.empty()) TRY(keep_alias(db, url, source));
  return delete_source(db, duplicate);
}

Result<std::optional<VisitSettings>> visit_settings(Database& db,
                                                    model::SourceId source) {
  Query query(db,
              "SELECT s.state, s.kind, s.rendering, s.rules, s.url, s.headers,"
              " s.basic_credentials, s.bearer_token, s.proxy, c.last_success"
              " FROM sources s JOIN schedule c ON c.source_id = s.id WHERE s.id = $1",
              source);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<VisitSettings> settings;
  if (!found) return settings;
  settings.emplace();
  model::RequestSettings& request = settings->request;
  std::string_view headers;
  TRY(query.read(settings->state, settings->kind, settings->rendering, settings->rules,
                 settings->url, headers, request.basic_credentials,
                 request.bearer_token, request.proxy, settings->last_success));
  request.headers = parse_lines(headers);
  return settings;
}

Result<std::vector<SourceAddress>> source_addresses(
    Database& db, std::span<const model::SourceId> sources) {
  std::vector<SourceAddress> addresses;
  if (sources.empty()) return addresses;
  TRY_ASSIGN(auto snapshot, Transaction::begin(db, Access::kRead));
  for (const model::SourceId source : sources) {
    Query query(db, "SELECT url FROM sources WHERE id = $1", source);
    TRY_ASSIGN(const bool found, query.next());
    if (!found) continue;
    TRY(query.read(addresses.emplace_back(SourceAddress{source, {}}).url));
  }
  return addresses;
}

Result<bool> source_exists(Database& db, model::SourceId source) {
  Query query(db, "SELECT 1 FROM sources WHERE id = $1", source);
  return query.next();
}

Result<std::optional<model::SourceId>> source_with_url(Database& db,
                                                       std::string_view url) {
  Query query(db,
              "SELECT id FROM sources WHERE url = $1 UNION ALL"
              " SELECT source_id FROM source_aliases WHERE url = $1 LIMIT 1",
              url);
  TRY_ASSIGN(const bool found, query.next());
  std::optional<model::SourceId> holder;
  if (found) TRY(query.read(holder.emplace()));
  return holder;
}

}  // namespace curlew::store
