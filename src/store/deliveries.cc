#include "store/deliveries.h"

#include <fmt/format.h>

#include <limits>

#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {
namespace {

// The order in which read_delivery() takes them.
constexpr std::string_view kDeliveryColumns =
    "SELECT d.id, d.user_id, d.watchlist_id, d.created, d.due, d.sent, d.tries, d.kind,"
    " d.state, d.error, d.subject, d.body";

template <typename... More>
Result<void> read_delivery(const Query& query, model::Delivery& row, More&... more) {
  return query.read(row.id, row.user, row.list, row.created, row.due, row.sent,
                    row.tries, row.kind, row.state, row.error, row.subject, row.body,
                    more...);
}

}  // namespace

Result<model::DeliveryId> Deliveries::add(std::span<const model::Delivery> deliveries) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  const auto count = static_cast<std::int64_t>(deliveries.size());
  TRY_ASSIGN(const auto last, add_to_counter(db_, kDeliveryIdCounter, count));
  std::int64_t id = last - count;
  for (const model::Delivery& each : deliveries) {
    TRY(Query::enqueue(
        db_,
        "INSERT INTO deliveries (id, user_id, watchlist_id, created, due, sent, tries,"
        " kind, state, error, subject, body)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        ++id, each.user, each.list, each.created, each.due, each.sent, each.tries,
        each.kind, each.state, each.error, each.subject, each.body));
  }
  TRY(transaction.commit());
  return model::DeliveryId{last - count + 1};
}

Result<std::vector<model::Delivery>> Deliveries::next_waiting(
    Time now, std::span<const model::DeliveryId> except, std::size_t limit) {
  static const std::string sql = fmt::format(
      "{} FROM deliveries d LEFT JOIN watchlists w ON w.id = d.watchlist_id"
      " WHERE d.state = 'waiting' AND d.due <= $1"
      " AND (w.retry_at IS NULL OR w.retry_at <= $1)"
      " AND d.id NOT IN (SELECT value FROM unnest($2) AS value)"
      " ORDER BY d.due, d.id LIMIT $3",
      kDeliveryColumns);
  Query query(db_, sql, now, except, to_limit(limit));
  std::vector<model::Delivery> rows;
  TRY(query.each([&] { return read_delivery(query, rows.emplace_back()); }));
  return rows;
}

Result<std::optional<Time>> Deliveries::next_due() {
  Query query(db_, "SELECT min(due) FROM deliveries WHERE state = 'waiting'");
  TRY(query.next());
  std::optional<Time> due;
  TRY(query.read(due));
  return due;
}

Result<void> Deliveries::note(std::span<const DeliveryOutcome> outcomes) {
  using model::DeliveryState;
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  for (const DeliveryOutcome& outcome : outcomes) {
    std::optional<Time> due, sent;
    if (outcome.state == DeliveryState::kWaiting) due = outcome.time;
    if (outcome.state == DeliveryState::kSent) sent = outcome.time;
    TRY(Query::enqueue(db_,
                       "UPDATE deliveries SET state = $1, error = $2, sent = $3,"
                       " due = coalesce($4, due), tries = tries + 1"
                       " WHERE id = $5 AND state = 'waiting'",
                       outcome.state, outcome.error, sent, due, outcome.id));
  }
  return transaction.commit();
}

Result<std::vector<DeliveryRow>> Deliveries::list(const DeliveryFilter& filter,
                                                  std::size_t limit) {
  // A number of each for "any" keeps it one query; users have few lists.
  static const std::string sql = fmt::format(
      "{}, coalesce(u.name, ''), coalesce(w.name, ''),"
      " (SELECT count(*) FROM clips c WHERE c.delivery_id = d.id)"
      " FROM deliveries d LEFT JOIN users u ON u.id = d.user_id"
      " LEFT JOIN watchlists w ON w.id = d.watchlist_id"
      " WHERE d.id < $1 AND ($2 = 0 OR d.user_id = $2)"
      " AND ($3 = 0 OR d.watchlist_id = $3) AND ($4 = '' OR d.state = $4)"
      " ORDER BY d.id DESC LIMIT $5",
      kDeliveryColumns);
  const std::int64_t before =
      filter.before ? filter.before.value : std::numeric_limits<std::int64_t>::max();
  const std::string_view state =
      filter.state ? to_string(*filter.state) : std::string_view();
  Query query(db_, sql, before, filter.user.value_or(model::UserId{}),
              filter.list.value_or(model::WatchlistId{}), state, to_limit(limit));
  std::vector<DeliveryRow> rows;
  TRY(query.each([&] {
    DeliveryRow& row = rows.emplace_back();
    return read_delivery(query, row.delivery, row.user_name, row.list_name, row.clips);
  }));
  return rows;
}

}  // namespace curlew::store
