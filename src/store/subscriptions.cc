#include "store/subscriptions.h"

#include <fmt/format.h>

#include <string>

#include "store/counters.h"
#include "store/query.h"
#include "store/source_texts.h"

namespace curlew::store {
namespace {

Result<std::vector<model::SourceId>> source_ids(Query& query) {
  std::vector<model::SourceId> ids;
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

constexpr std::string_view kSelectSubscription =
    "SELECT user_id, source_id, added, folder, title FROM subscriptions ";

Result<std::vector<model::Subscription>> read_subscriptions(Query& query) {
  std::vector<model::Subscription> all;
  TRY(query.each([&] {
    model::Subscription& row = all.emplace_back();
    return query.read(row.user, row.source, row.added, row.folder, row.title);
  }));
  return all;
}

// How active the users `u` of a source are together, at times $1 and $2 ago. Halves are
// rounded up: integers divide alike in both databases.
constexpr std::string_view kActivity =
    "(sum(CASE WHEN coalesce(u.last_active, u.added) >= $1 THEN 100"
    " WHEN coalesce(u.last_active, u.added) >= $2 THEN 50 ELSE 10 END) * 2"
    " + count(*)) / nullif(count(*) * 2, 0)";

}  // namespace

Result<void> Subscriptions::add(std::span<const model::Subscription> subscriptions) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  for (const model::Subscription& each : subscriptions) {
    TRY(Query::enqueue(db_,
                       "INSERT INTO subscriptions (user_id, source_id, added, folder,"
                       " title) VALUES ($1, $2, $3, $4, $5)"
                       " ON CONFLICT (user_id, source_id) DO UPDATE"
                       " SET folder = excluded.folder, title = excluded.title",
                       each.user, each.source, each.added, each.folder, each.title));
  }
  return transaction.commit();
}

Result<std::vector<model::SourceId>> Subscriptions::remove(
    model::UserId user, std::span<const model::SourceId> sources) {
  Query query(db_,
              "DELETE FROM subscriptions WHERE user_id = $1 AND source_id IN"
              " (SELECT value FROM unnest($2) AS value) RETURNING source_id",
              user, sources);
  return source_ids(query);
}

Result<std::vector<model::Subscription>> Subscriptions::of_user(model::UserId user) {
  static const std::string sql =
      std::string(kSelectSubscription) + "WHERE user_id = $1 ORDER BY source_id";
  Query query(db_, sql, user);
  return read_subscriptions(query);
}

Result<std::vector<model::Subscription>> Subscriptions::of_sources(
    std::span<const model::SourceId> sources) {
  static const std::string sql =
      std::string(kSelectSubscription) +
      "WHERE source_id IN (SELECT value FROM unnest($1) AS value)";
  Query query(db_, sql, sources);
  return read_subscriptions(query);
}

Result<bool> Subscriptions::is_visible(model::UserId user, model::SourceId source) {
  static const std::string sql =
      fmt::format("SELECT 1 FROM sources s WHERE {} AND s.id = $2", kVisibleSource);
  Query query(db_, sql, user, source);
  return query.next();
}

Result<std::vector<model::SourceId>> Subscriptions::visible_sources(
    model::UserId user) {
  static const std::string sql =
      fmt::format("SELECT s.id FROM sources s WHERE {} ORDER BY s.id", kVisibleSource);
  Query query(db_, sql, user);
  return source_ids(query);
}

Result<std::vector<model::SourceId>> Subscriptions::unseen(
    std::span<const model::SourceId> sources) {
  Query query(db_,
              "SELECT s.id FROM sources s WHERE s.is_shared = 0 AND s.id IN"
              " (SELECT value FROM unnest($1) AS value) AND NOT EXISTS"
              " (SELECT 1 FROM subscriptions seen WHERE seen.source_id = s.id)"
              " ORDER BY s.id",
              sources);
  return source_ids(query);
}

Result<void> Subscriptions::part_folder(model::SourceId source) {
  TRY(Query::run(db_,
                 "UPDATE subscriptions SET folder = (SELECT s.folder FROM sources s"
                 " WHERE s.id = $1) WHERE source_id = $1 AND folder = '' AND EXISTS"
                 " (SELECT 1 FROM sources s WHERE s.id = $1 AND s.is_shared = 0)",
                 source));
  TRY(Query::run(db_, "UPDATE sources SET folder = '' WHERE id = $1 AND is_shared = 0",
                 source));
  return {};
}

Result<void> Subscriptions::set_shared(std::span<const model::SourceId> sources,
                                       bool is_shared) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::run(db_,
                 "UPDATE sources SET is_shared = $1"
                 " WHERE id IN (SELECT value FROM unnest($2) AS value)",
                 is_shared, sources));
  TRY(renew_source_texts(db_, sources));
  TRY(renew_revisions(sources));
  return transaction.commit();
}

Result<void> Subscriptions::count_audience(std::span<const model::SourceId> sources,
                                           Time now) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  static const std::string sql = fmt::format(
      "UPDATE sources SET subscribers = (SELECT count(*) FROM subscriptions t"
      " WHERE t.source_id = sources.id), activity_percent = (SELECT coalesce({}, 100)"
      " FROM subscriptions t JOIN users u ON u.id = t.user_id"
      " WHERE t.source_id = sources.id)"
      " WHERE id IN (SELECT value FROM unnest($3) AS value)",
      kActivity);
  TRY(Query::run(db_, sql, now - kActiveTime, now - kDormantTime, sources));
  TRY(renew_revisions(sources));
  return transaction.commit();
}

Result<std::int64_t> Subscriptions::renew_activity(Time now, std::size_t limit) {
  static const std::string sql = fmt::format(
      "SELECT s.id FROM subscriptions t JOIN users u ON u.id = t.user_id"
      " JOIN sources s ON s.id = t.source_id GROUP BY s.id, s.activity_percent"
      " HAVING {} <> s.activity_percent ORDER BY s.id LIMIT $3",
      kActivity);
  std::vector<model::SourceId> changed;
  {
    Query query(db_, sql, now - kActiveTime, now - kDormantTime, to_limit(limit));
    TRY_ASSIGN(changed, source_ids(query));
  }
  if (!changed.empty()) TRY(count_audience(changed, now));
  return std::int64_t(changed.size());
}

Result<void> Subscriptions::renew_revisions(std::span<const model::SourceId> sources) {
  const auto count = static_cast<std::int64_t>(sources.size());
  TRY_ASSIGN(auto revision, add_to_counter(db_, kRevisionCounter, count));
  revision -= count;
  for (const model::SourceId source : sources) {
    TRY(Query::enqueue(db_, "UPDATE sources SET revision = $1 WHERE id = $2",
                       ++revision, source));
  }
  return {};
}

}  // namespace curlew::store
