#include "store/deliveries.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

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
  std::vector<model::WatchlistId> lists;
  for (const model::Delivery& each : deliveries) {
    TRY(Query::enqueue(
        db_,
        "INSERT INTO deliveries (id, user_id, watchlist_id, created, due, sent, tries,"
        " kind, state, error, subject, body)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        ++id, each.user, each.list, each.created, each.due, each.sent, each.tries,
        each.kind, each.state, each.error, each.subject, each.body));
    if (each.list) lists.push_back(*each.list);
  }
  TRY(plan_notices(lists));
  TRY(transaction.commit());
  return model::DeliveryId{last - count + 1};
}

Result<void> Deliveries::add_alarm(const model::Delivery& alarm,
                                   std::string_view subject_of_several) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  // One that has grown long is left to itself.
  TRY_ASSIGN(const auto joined,
             Query::run(db_,
                        "UPDATE deliveries SET body = body || $1, subject = $2"
                        " WHERE id = (SELECT max(id) FROM deliveries WHERE user_id = $3"
                        " AND watchlist_id IS NULL AND kind = 'alarm'"
                        " AND state = 'waiting' AND due > $4"
                        " AND length(body) < 20000)",
                        alarm.body, subject_of_several, alarm.user, alarm.created));
  if (joined == 0) TRY(add({&alarm, 1}));
  return transaction.commit();
}

Result<void> Deliveries::plan_notices(std::span<const model::WatchlistId> lists) {
  if (lists.empty()) return {};
  static const std::string sql =
      fmt::format("{}(SELECT value FROM unnest($1) AS value)", kPlanNotices);
  return Query::enqueue(db_, sql, lists);
}

Result<std::vector<model::WatchlistId>> Deliveries::lists_to_send(
    model::Channel channel, Time now, std::span<const model::WatchlistId> except,
    std::size_t limit) {
  Query query(db_,
              "SELECT id FROM watchlists WHERE channel = $1 AND next_notice <= $2"
              " AND (retry_at IS NULL OR retry_at <= $2)"
              " AND id NOT IN (SELECT value FROM unnest($3) AS value)"
              " ORDER BY next_notice, id LIMIT $4",
              channel, now, except, to_limit(limit));
  std::vector<model::WatchlistId> lists;
  TRY(query.each([&] { return query.read(lists.emplace_back()); }));
  return lists;
}

Result<std::vector<model::Delivery>> Deliveries::next_waiting(
    Time now, std::span<const model::Delivery> under_way, const OutboxRoom& room) {
  std::vector<model::DeliveryId> ids;
  std::unordered_map<model::WatchlistId, std::size_t> busy;
  for (const model::Delivery& each : under_way) {
    ids.push_back(each.id);
    if (each.list) ++busy[*each.list];
  }
  std::vector<model::WatchlistId> full;
  for (const auto& [list, count] : busy) {
    if (count >= kMostOfList) full.push_back(list);
  }
  std::vector<model::Delivery> rows;
  const auto take = [&](Query query) -> Result<void> {
    return query.each([&] { return read_delivery(query, rows.emplace_back()); });
  };
  constexpr std::string_view kDue =
      "FROM deliveries d WHERE d.state = 'waiting' AND d.due <= $1"
      " AND d.id NOT IN (SELECT value FROM unnest($2) AS value)";
  static const std::string of_nobody =
      fmt::format("{} {} AND d.watchlist_id IS NULL ORDER BY d.due, d.id LIMIT $3",
                  kDeliveryColumns, kDue);
  static const std::string of_list =
      fmt::format("{} {} AND d.watchlist_id = $3 ORDER BY d.due, d.id LIMIT $4",
                  kDeliveryColumns, kDue);
  const auto take_channel = [&](model::Channel channel,
                                std::size_t limit) -> Result<void> {
    const std::size_t end = rows.size() + limit;
    // Some have nothing to send but what is under way.
    TRY_ASSIGN(const auto lists,
               lists_to_send(channel, now, full, limit + busy.size()));
    for (const model::WatchlistId list : lists) {
      if (rows.size() >= end) break;
      const auto known = busy.find(list);
      const std::size_t most = kMostOfList - (known == busy.end() ? 0 : known->second);
      TRY(take(Query(db_, of_list, now, ids, list,
                     to_limit(std::min(most, end - rows.size())))));
    }
    return {};
  };
  constexpr std::size_t kStoppedAtOnce = 100;
  TRY(take_channel(model::Channel::kFeed, kStoppedAtOnce));
  const std::size_t before_mail = rows.size();
  if (room.mail > 0) TRY(take(Query(db_, of_nobody, now, ids, to_limit(room.mail))));
  const std::size_t alarms = rows.size() - before_mail;
  if (room.mail > alarms) TRY(take_channel(model::Channel::kMail, room.mail - alarms));
  if (room.web > 0) TRY(take_channel(model::Channel::kWebhook, room.web));
  return rows;
}

Result<void> Deliveries::note(std::span<const DeliveryOutcome> outcomes) {
  using model::DeliveryState;
  std::vector<model::DeliveryId> ids;
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
    ids.push_back(outcome.id);
  }
  static const std::string plan = fmt::format(
      "{}(SELECT watchlist_id FROM deliveries WHERE id IN"
      " (SELECT value FROM unnest($1) AS value))",
      kPlanNotices);
  const std::span<const model::DeliveryId> noted(ids);
  TRY(Query::enqueue(db_, plan, noted));
  return transaction.commit();
}

Result<void> Deliveries::hasten(model::WatchlistId list, Time now) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::enqueue(db_,
                     "UPDATE deliveries SET due = $1 WHERE watchlist_id = $2"
                     " AND state = 'waiting' AND due > $1",
                     now, list));
  TRY(plan_notices({&list, 1}));
  return transaction.commit();
}

Result<void> Deliveries::give_up(model::WatchlistId list, std::string_view why) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::enqueue(db_,
                     "UPDATE deliveries SET state = 'dead', error = $1"
                     " WHERE watchlist_id = $2 AND state = 'waiting'",
                     why, list));
  TRY(plan_notices({&list, 1}));
  return transaction.commit();
}

// Ids are given in the order of time: only the oldest are looked at.
Result<std::int64_t> Deliveries::prune(Time before, std::size_t limit) {
  return Query::run(db_,
                    "DELETE FROM deliveries WHERE created < $1 AND state <> 'waiting'"
                    " AND id IN (SELECT id FROM deliveries ORDER BY id LIMIT $2)",
                    before, to_limit(limit));
}

Result<std::int64_t> Deliveries::count_waiting(std::size_t most) {
  Query query(db_,
              "SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE state = 'waiting'"
              " LIMIT $1) waiting",
              to_limit(most));
  TRY(query.next());
  std::int64_t count = 0;
  TRY(query.read(count));
  return count;
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
