#include "store/watchlists.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "store/counters.h"
#include "store/deliveries.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// The order in which read_watchlists() takes them.
constexpr std::string_view kSelectWatchlist =
    "SELECT id, user_id, revision, added, is_paused, has_synonyms, digest_count,"
    " digest_hour, digest_weekday, next_digest, failures, failing_since, retry_at,"
    " action, channel, digest, name, tag, form, error, target, secret, feed_token,"
    " feed_token_mark, refusals FROM watchlists ";

std::string select_watchlists(std::string_view rest) {
  return std::string(kSelectWatchlist).append(rest);
}

Result<void> read_queries(Database& db, std::vector<WatchlistRow>& rows) {
  std::unordered_map<model::WatchlistId, WatchlistRow*> by_id;
  std::vector<model::WatchlistId> ids;
  for (WatchlistRow& row : rows) {
    by_id[row.list.id] = &row;
    ids.push_back(row.list.id);
  }
  Query query(db,
              "SELECT watchlist_id, id, text FROM watch_queries WHERE watchlist_id IN"
              " (SELECT value FROM unnest($1) AS value) ORDER BY id",
              ids);
  return query.each([&]() -> Result<void> {
    model::WatchlistId list;
    model::WatchQuery each;
    TRY(query.read(list, each.id, each.text));
    by_id[list]->list.queries.push_back(std::move(each));
    return {};
  });
}

// With their queries.
Result<std::vector<WatchlistRow>> read_watchlists(Database& db, Query& query) {
  std::vector<WatchlistRow> rows;
  TRY(query.each([&] {
    WatchlistRow& row = rows.emplace_back();
    model::Watchlist& list = row.list;
    return query.read(list.id, list.user, row.revision, row.added, list.is_paused,
                      list.has_synonyms, list.digest.count, list.digest.hour,
                      list.digest.weekday, row.next_digest, row.channel.failures,
                      row.channel.failing_since, row.channel.retry_at, list.action,
                      list.channel, list.digest.kind, list.name, list.tag, list.form,
                      row.channel.error, list.target, row.secret, row.feed.sealed,
                      row.feed.mark, row.channel.refusals);
  }));
  if (!rows.empty()) TRY(read_queries(db, rows));
  return rows;
}

Result<std::optional<WatchlistRow>> first_watchlist(Database& db, Query& query) {
  TRY_ASSIGN(auto rows, read_watchlists(db, query));
  std::optional<WatchlistRow> first;
  if (!rows.empty()) first = std::move(rows.front());
  return first;
}

Result<void> insert_watchlist(Database& db, model::WatchlistId id,
                              std::int64_t revision, const WatchlistRow& row) {
  const model::Watchlist& list = row.list;
  return Query::enqueue(
      db,
      "INSERT INTO watchlists (id, user_id, revision, added, is_paused, has_synonyms,"
      " digest_count, digest_hour, digest_weekday, next_digest, failures,"
      " failing_since, retry_at, action, channel, digest, name, tag, form, error,"
      " target, secret, feed_token, feed_token_mark, refusals)"
      " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,"
      " $17, $18, $19, $20, $21, $22, $23, $24, $25)",
      id, list.user, revision, row.added, list.is_paused, list.has_synonyms,
      list.digest.count, list.digest.hour, list.digest.weekday, row.next_digest,
      row.channel.failures, row.channel.failing_since, row.channel.retry_at,
      list.action, list.channel, list.digest.kind, list.name, list.tag, list.form,
      row.channel.error, list.target, row.secret, row.feed.sealed, row.feed.mark,
      row.channel.refusals);
}

Error list_exists(const model::Watchlist& list) {
  return {ErrorKind::kExists, fmt::format("there is a list {} already", list.name)};
}

// A user's lists of these names; one who adds many is asked once.
Result<void> expect_free_names(Database& db, std::span<const WatchlistRow> rows) {
  std::unordered_map<model::UserId, std::vector<std::string_view>> names;
  for (const WatchlistRow& row : rows) names[row.list.user].push_back(row.list.name);
  for (auto& [user, wanted] : names) {
    std::ranges::sort(wanted);
    const auto twice = std::ranges::adjacent_find(wanted);
    if (twice != wanted.end()) {
      return Error{ErrorKind::kExists, fmt::format("the list {} comes twice", *twice)};
    }
    const std::span<const std::string_view> asked(wanted);
    Query query(db,
                "SELECT name FROM watchlists WHERE user_id = $1 AND name IN"
                " (SELECT value FROM unnest($2) AS value) LIMIT 1",
                user, asked);
    TRY_ASSIGN(const bool found, query.next());
    if (!found) continue;
    model::Watchlist taken;
    TRY(query.read(taken.name));
    return list_exists(taken);
  }
  return {};
}

Result<std::vector<model::WatchlistId>> list_ids(Query& query) {
  std::vector<model::WatchlistId> ids;
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

}  // namespace

Result<std::vector<model::WatchlistId>> Watchlists::add(
    std::span<const WatchlistRow> rows) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(expect_free_names(db_, rows));
  const auto count = static_cast<std::int64_t>(rows.size());
  std::int64_t queries = 0;
  for (const WatchlistRow& row : rows) {
    queries += static_cast<std::int64_t>(row.list.queries.size());
  }
  TRY_ASSIGN(auto id, add_to_counter(db_, kWatchlistIdCounter, count));
  TRY_ASSIGN(auto revision, add_to_counter(db_, kWatchRevisionCounter, count));
  TRY_ASSIGN(auto query_id, add_to_counter(db_, kQueryIdCounter, queries));
  id -= count, revision -= count, query_id -= queries;
  std::vector<model::WatchlistId> ids;
  for (const WatchlistRow& row : rows) {
    ids.push_back({++id});
    TRY(insert_watchlist(db_, ids.back(), ++revision, row));
    TRY(insert_queries(ids.back(), row.list.queries, query_id + 1));
    query_id += static_cast<std::int64_t>(row.list.queries.size());
  }
  TRY(transaction.commit());
  return ids;
}

Result<void> Watchlists::insert_queries(model::WatchlistId list,
                                        std::span<const model::WatchQuery> queries,
                                        std::int64_t first_id) {
  for (const model::WatchQuery& query : queries) {
    TRY(Query::enqueue(
        db_, "INSERT INTO watch_queries (id, watchlist_id, text) VALUES ($1, $2, $3)",
        first_id++, list, query.text));
  }
  return {};
}

Result<void> Watchlists::change(const WatchlistRow& row) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  const model::Watchlist& list = row.list;
  TRY_ASSIGN(const auto before, find(list.id));
  if (!before) {
    return Error{ErrorKind::kNotFound, fmt::format("there is no list {}", list.name)};
  }
  TRY_ASSIGN(const auto holder, find(before->list.user, list.name));
  if (holder && holder->list.id != list.id) return list_exists(list);
  TRY_ASSIGN(const auto revision, add_to_counter(db_, kWatchRevisionCounter, 1));
  TRY(Query::run(
      db_,
      "UPDATE watchlists SET revision = $1, is_paused = $2, has_synonyms = $3,"
      " digest_count = $4, digest_hour = $5, digest_weekday = $6, next_digest = $7,"
      " action = $8, channel = $9, digest = $10, name = $11, tag = $12, form = $13,"
      " target = $14, secret = $15, feed_token = $16, feed_token_mark = $17"
      " WHERE id = $18",
      revision, list.is_paused, list.has_synonyms, list.digest.count, list.digest.hour,
      list.digest.weekday, row.next_digest, list.action, list.channel, list.digest.kind,
      list.name, list.tag, list.form, list.target, row.secret, row.feed.sealed,
      row.feed.mark, list.id));
  TRY(save_channel(list.id, row.channel));

  const auto has_text = [](const std::vector<model::WatchQuery>& queries,
                           const model::WatchQuery& wanted) {
    return std::ranges::find(queries, wanted.text, &model::WatchQuery::text) !=
           queries.end();
  };
  std::vector<model::QueryId> gone;
  for (const model::WatchQuery& query : before->list.queries) {
    if (!has_text(list.queries, query)) gone.push_back(query.id);
  }
  std::vector<model::WatchQuery> fresh;
  for (const model::WatchQuery& query : list.queries) {
    if (!has_text(before->list.queries, query)) fresh.push_back(query);
  }
  TRY(Query::run(db_,
                 "DELETE FROM watch_queries"
                 " WHERE id IN (SELECT value FROM unnest($1) AS value)",
                 gone));
  const auto count = static_cast<std::int64_t>(fresh.size());
  TRY_ASSIGN(const auto last_id, add_to_counter(db_, kQueryIdCounter, count));
  TRY(insert_queries(list.id, fresh, last_id - count + 1));
  return transaction.commit();
}

Result<void> Watchlists::remove(std::span<const model::WatchlistId> lists) {
  if (lists.empty()) return {};
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  Query present(db_,
                "DELETE FROM watchlists WHERE id IN"
                " (SELECT value FROM unnest($1) AS value) RETURNING id",
                lists);
  TRY_ASSIGN(const auto removed, list_ids(present));
  const auto count = static_cast<std::int64_t>(removed.size());
  TRY_ASSIGN(auto revision, add_to_counter(db_, kWatchRevisionCounter, count));
  revision -= count;
  for (const model::WatchlistId list : removed) {
    TRY(Query::enqueue(
        db_, "INSERT INTO removed_watchlists (watchlist_id, revision) VALUES ($1, $2)",
        list, ++revision));
  }
  for (const std::string_view sql :
       {"DELETE FROM watch_queries WHERE watchlist_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM list_actions WHERE watchlist_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM clip_bands WHERE clip_id IN (SELECT id FROM clips WHERE"
        " watchlist_id IN (SELECT value FROM unnest($1) AS value))",
        "DELETE FROM clips WHERE watchlist_id IN"
        " (SELECT value FROM unnest($1) AS value)",
        "DELETE FROM deliveries WHERE watchlist_id IN"
        " (SELECT value FROM unnest($1) AS value)"}) {
    TRY(Query::run(db_, sql, removed));
  }
  return transaction.commit();
}

Result<std::optional<WatchlistRow>> Watchlists::find(model::WatchlistId list) {
  static const std::string sql = select_watchlists("WHERE id = $1");
  Query query(db_, sql, list);
  return first_watchlist(db_, query);
}

Result<std::optional<WatchlistRow>> Watchlists::find(model::UserId user,
                                                     std::string_view name) {
  static const std::string sql = select_watchlists("WHERE user_id = $1 AND name = $2");
  Query query(db_, sql, user, name);
  return first_watchlist(db_, query);
}

Result<std::optional<WatchlistRow>> Watchlists::find_by_feed(std::string_view mark) {
  static const std::string sql = select_watchlists("WHERE feed_token_mark = $1");
  Query query(db_, sql, mark);
  return first_watchlist(db_, query);
}

Result<std::vector<WatchlistRow>> Watchlists::find(
    std::span<const model::WatchlistId> lists) {
  static const std::string sql = select_watchlists(
      "WHERE id IN (SELECT value FROM unnest($1) AS value) ORDER BY id");
  Query query(db_, sql, lists);
  return read_watchlists(db_, query);
}

Result<std::vector<WatchlistRow>> Watchlists::of_user(model::UserId user) {
  static const std::string sql =
      select_watchlists("WHERE user_id = $1 ORDER BY lower(name), name");
  Query query(db_, sql, user);
  return read_watchlists(db_, query);
}

Result<std::vector<model::WatchlistId>> Watchlists::ids_of(model::UserId user) {
  Query query(db_, "SELECT id FROM watchlists WHERE user_id = $1 ORDER BY id", user);
  return list_ids(query);
}

Result<WatchlistChanges> Watchlists::changed_since(std::int64_t revision,
                                                   std::size_t limit) {
  WatchlistChanges changes;
  TRY_ASSIGN(changes.revision, read_counter(db_, kWatchRevisionCounter));
  if (changes.revision == revision) return changes;
  // Again, in one snapshot with the rows.
  TRY_ASSIGN(auto snapshot, Transaction::begin(db_, Access::kRead));
  TRY_ASSIGN(changes.revision, read_counter(db_, kWatchRevisionCounter));
  static const std::string sql =
      select_watchlists("WHERE revision > $1 ORDER BY revision LIMIT $2");
  {
    Query query(db_, sql, revision, to_limit(limit));
    TRY_ASSIGN(changes.changed, read_watchlists(db_, query));
  }
  changes.has_more = changes.changed.size() == limit;
  // Every change has a revision of its own: the next part begins behind this one.
  if (changes.has_more) changes.revision = changes.changed.back().revision;
  // To one who knows nothing, nothing was removed.
  if (revision == 0) return changes;
  Query query(db_,
              "SELECT watchlist_id FROM removed_watchlists"
              " WHERE revision > $1 AND revision <= $2",
              revision, changes.revision);
  TRY_ASSIGN(changes.removed, list_ids(query));
  return changes;
}

Result<std::vector<WatchlistRow>> Watchlists::due_digests(Time now, std::size_t limit) {
  static const std::string sql =
      select_watchlists("WHERE next_digest <= $1 ORDER BY next_digest, id LIMIT $2");
  Query query(db_, sql, now, to_limit(limit));
  return read_watchlists(db_, query);
}

Result<void> Watchlists::set_next_digest(model::WatchlistId list,
                                         std::optional<Time> time) {
  TRY(Query::run(db_, "UPDATE watchlists SET next_digest = $1 WHERE id = $2", time,
                 list));
  return {};
}

Result<void> Watchlists::save_channel(model::WatchlistId list,
                                      const ChannelState& state) {
  TRY(Query::run(db_,
                 "UPDATE watchlists SET failures = $1, failing_since = $2,"
                 " retry_at = $3, error = $4, refusals = $5 WHERE id = $6",
                 state.failures, state.failing_since, state.retry_at, state.error,
                 state.refusals, list));
  static const std::string plan = fmt::format("{}($1)", kPlanNotices);
  TRY(Query::run(db_, plan, list));
  return {};
}

}  // namespace curlew::store
