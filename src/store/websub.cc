#include "store/websub.h"

#include <fmt/format.h>

#include "store/query.h"

namespace curlew::store {
namespace {

constexpr std::string_view kHubColumns =
    "SELECT source_id, hub, topic, state, token, token_mark, secret, lease_end,"
    " next_try, failures, missed, pushed, visit_due, error FROM hub_subscriptions ";

Result<std::vector<HubSubscription>> read_hubs(Query& query) {
  std::vector<HubSubscription> rows;
  TRY(query.each([&] {
    HubSubscription& row = rows.emplace_back();
    return query.read(row.source, row.hub, row.topic, row.state, row.token,
                      row.token_mark, row.secret, row.lease_end, row.next_try,
                      row.failures, row.missed, row.pushed, row.visit_due, row.error);
  }));
  return rows;
}

constexpr std::string_view kSubscriberColumns =
    "SELECT topic_mark, callback_mark, topic, callback, host, secret, lease_end, sent,"
    " next_try, failures, error FROM feed_subscribers ";

Result<std::vector<FeedSubscriber>> read_subscribers(Query& query) {
  std::vector<FeedSubscriber> rows;
  TRY(query.each([&] {
    FeedSubscriber& row = rows.emplace_back();
    return query.read(row.key.topic_mark, row.key.callback_mark, row.topic,
                      row.callback, row.host, row.secret, row.lease_end, row.sent,
                      row.next_try, row.failures, row.error);
  }));
  return rows;
}

Result<std::int64_t> number_of_rows(Query& query) {
  TRY(query.next());
  std::int64_t number = 0;
  TRY(query.read(number));
  return number;
}

}  // namespace

Result<void> HubSubscriptions::note_hub(model::SourceId source, std::string_view hub,
                                        std::string_view topic, Time now) {
  TRY(Query::run(
      db_,
      "INSERT INTO hub_subscriptions (source_id, hub, topic, state, token,"
      " token_mark, secret, lease_end, next_try, failures, missed, pushed,"
      " visit_due, error) VALUES ($1, $2, $3, 'wanted', '', '', '', NULL, $4,"
      " 0, 0, NULL, NULL, '') ON CONFLICT (source_id) DO UPDATE SET"
      " hub = excluded.hub, topic = excluded.topic, state = 'wanted',"
      " token = '', token_mark = '', secret = '', lease_end = NULL,"
      " next_try = excluded.next_try, failures = 0, missed = 0,"
      " pushed = NULL, visit_due = NULL, error = ''"
      " WHERE hub_subscriptions.hub <> excluded.hub OR"
      " hub_subscriptions.topic <> excluded.topic OR"
      " hub_subscriptions.state = 'leaving'",
      source, hub, topic, now));
  return {};
}

Result<void> HubSubscriptions::note_no_hub(model::SourceId source, Time now) {
  TRY(Query::run(db_,
                 "UPDATE hub_subscriptions SET state = 'leaving', failures = 0,"
                 " visit_due = NULL, next_try = $1"
                 " WHERE source_id = $2 AND state <> 'leaving'",
                 now, source));
  return {};
}

Result<std::unordered_map<model::SourceId, HubSubscription>> HubSubscriptions::of(
    std::span<const model::SourceId> sources) {
  static const std::string sql = fmt::format(
      "{}WHERE source_id IN (SELECT value FROM unnest($1) AS value)", kHubColumns);
  Query query(db_, sql, sources);
  TRY_ASSIGN(auto rows, read_hubs(query));
  std::unordered_map<model::SourceId, HubSubscription> by_source;
  for (HubSubscription& row : rows) by_source.emplace(row.source, std::move(row));
  return by_source;
}

Result<std::optional<HubSubscription>> HubSubscriptions::find(
    std::string_view token_mark) {
  static const std::string sql =
      fmt::format("{}WHERE token_mark = $1 AND token_mark <> ''", kHubColumns);
  Query query(db_, sql, token_mark);
  TRY_ASSIGN(auto rows, read_hubs(query));
  if (rows.empty()) return std::optional<HubSubscription>();
  return std::optional(std::move(rows.front()));
}

Result<std::vector<HubSubscription>> HubSubscriptions::due(Time now,
                                                           std::size_t limit) {
  static const std::string sql =
      fmt::format("{}WHERE next_try <= $1 ORDER BY next_try LIMIT $2", kHubColumns);
  Query query(db_, sql, now, to_limit(limit));
  return read_hubs(query);
}

Result<std::vector<HubSubscription>> HubSubscriptions::visits_due(Time now,
                                                                  std::size_t limit) {
  static const std::string sql =
      fmt::format("{}WHERE visit_due <= $1 ORDER BY visit_due LIMIT $2", kHubColumns);
  Query query(db_, sql, now, to_limit(limit));
  return read_hubs(query);
}

Result<void> HubSubscriptions::save(const HubSubscription& row) {
  TRY(Query::run(db_,
                 "UPDATE hub_subscriptions SET state = $1, token = $2, token_mark = $3,"
                 " secret = $4, lease_end = $5, next_try = $6, failures = $7,"
                 " missed = $8, pushed = $9, visit_due = $10, error = $11"
                 " WHERE source_id = $12",
                 row.state, row.token, row.token_mark, row.secret, row.lease_end,
                 row.next_try, row.failures, row.missed, row.pushed, row.visit_due,
                 row.error, row.source));
  return {};
}

Result<void> HubSubscriptions::remove(model::SourceId source) {
  TRY(Query::run(db_, "DELETE FROM hub_subscriptions WHERE source_id = $1", source));
  return {};
}

Result<void> HubSubscriptions::note_missed(model::SourceId source) {
  TRY(Query::run(
      db_, "UPDATE hub_subscriptions SET missed = missed + 1 WHERE source_id = $1",
      source));
  return {};
}

Result<std::int64_t> HubSubscriptions::count(std::string_view state) {
  Query query(db_, "SELECT count(*) FROM hub_subscriptions WHERE state = $1", state);
  return number_of_rows(query);
}

Result<void> FeedSubscribers::add_request(const FeedSubscriptionRequest& request) {
  TRY(remove_request(request.key));
  TRY(Query::run(db_,
                 "INSERT INTO feed_subscription_requests (topic_mark, callback_mark,"
                 " topic, callback, host, secret, is_leaving, lease_s, tries, next_try)"
                 " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                 request.key.topic_mark, request.key.callback_mark, request.topic,
                 request.callback, request.host, request.secret,
                 std::int64_t(request.is_leaving), request.lease_s, request.tries,
                 request.next_try));
  return {};
}

Result<std::vector<FeedSubscriptionRequest>> FeedSubscribers::due_requests(
    Time now, std::size_t limit) {
  Query query(db_,
              "SELECT topic_mark, callback_mark, topic, callback, host, secret,"
              " is_leaving, lease_s, tries, next_try FROM feed_subscription_requests"
              " WHERE next_try <= $1 ORDER BY next_try LIMIT $2",
              now, to_limit(limit));
  std::vector<FeedSubscriptionRequest> rows;
  const auto take = [&]() -> Result<void> {
    FeedSubscriptionRequest& row = rows.emplace_back();
    std::int64_t is_leaving = 0;
    TRY(query.read(row.key.topic_mark, row.key.callback_mark, row.topic, row.callback,
                   row.host, row.secret, is_leaving, row.lease_s, row.tries,
                   row.next_try));
    row.is_leaving = is_leaving != 0;
    return {};
  };
  TRY(query.each(take));
  return rows;
}

Result<void> FeedSubscribers::try_request_later(
    const FeedSubscriptionRequest& request) {
  TRY(Query::run(db_,
                 "UPDATE feed_subscription_requests SET tries = $1, next_try = $2"
                 " WHERE topic_mark = $3 AND callback_mark = $4",
                 request.tries, request.next_try, request.key.topic_mark,
                 request.key.callback_mark));
  return {};
}

Result<void> FeedSubscribers::remove_request(const FeedSubscriberKey& key) {
  TRY(Query::run(db_,
                 "DELETE FROM feed_subscription_requests"
                 " WHERE topic_mark = $1 AND callback_mark = $2",
                 key.topic_mark, key.callback_mark));
  return {};
}

Result<FeedSubscribers::Counts> FeedSubscribers::count(std::string_view host) {
  Counts counts;
  for (const char* const table : {"feed_subscribers", "feed_subscription_requests"}) {
    const std::string all = fmt::format("SELECT count(*) FROM {}", table);
    Query of_all(db_, all);
    TRY_ASSIGN(const std::int64_t every, number_of_rows(of_all));
    const std::string one = all + " WHERE host = $1";
    Query of_one(db_, one, host);
    TRY_ASSIGN(const std::int64_t own, number_of_rows(of_one));
    counts.all += every;
    counts.of_host += own;
  }
  return counts;
}

Result<void> FeedSubscribers::save(const FeedSubscriber& row) {
  TRY(remove(row.key));
  TRY(Query::run(db_,
                 "INSERT INTO feed_subscribers (topic_mark, callback_mark, topic,"
                 " callback, host, secret, lease_end, sent, next_try, failures, error)"
                 " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                 row.key.topic_mark, row.key.callback_mark, row.topic, row.callback,
                 row.host, row.secret, row.lease_end, row.sent, row.next_try,
                 row.failures, row.error));
  return {};
}

Result<void> FeedSubscribers::remove(const FeedSubscriberKey& key) {
  TRY(Query::run(
      db_, "DELETE FROM feed_subscribers WHERE topic_mark = $1 AND callback_mark = $2",
      key.topic_mark, key.callback_mark));
  return {};
}

Result<std::int64_t> FeedSubscribers::expire(Time now) {
  // Without the write lock: nearly always there is none.
  std::int64_t ended = 0;
  {
    Query query(db_, "SELECT count(*) FROM feed_subscribers WHERE lease_end <= $1",
                now);
    TRY_ASSIGN(ended, number_of_rows(query));
  }
  if (ended == 0) return ended;
  return Query::run(db_, "DELETE FROM feed_subscribers WHERE lease_end <= $1", now);
}

Result<std::optional<FeedSubscriber>> FeedSubscribers::find(
    const FeedSubscriberKey& key) {
  static const std::string sql =
      fmt::format("{}WHERE topic_mark = $1 AND callback_mark = $2", kSubscriberColumns);
  Query query(db_, sql, key.topic_mark, key.callback_mark);
  TRY_ASSIGN(auto rows, read_subscribers(query));
  if (rows.empty()) return std::optional<FeedSubscriber>();
  return std::optional(std::move(rows.front()));
}

Result<std::vector<FeedSubscriber>> FeedSubscribers::ready(Time now,
                                                           std::size_t limit) {
  static const std::string sql = fmt::format(
      "{}WHERE next_try <= $1 AND lease_end > $1"
      " ORDER BY topic_mark, callback_mark LIMIT $2",
      kSubscriberColumns);
  Query query(db_, sql, now, to_limit(limit));
  return read_subscribers(query);
}

}  // namespace curlew::store
