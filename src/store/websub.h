// WebSub (W3C Recommendation, 2018): our subscriptions at the hubs of feeds, and those
// of others at ours. docs/websub.md says what becomes of them. Secrets, callbacks and
// the addresses of feeds are sealed; each is found by its mark (base/secret_token.h).

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

// What they are sealed for.
inline constexpr std::string_view kHubToken = "hub token";
inline constexpr std::string_view kHubSecret = "hub secret";
inline constexpr std::string_view kFeedTopic = "feed topic";
inline constexpr std::string_view kFeedCallback = "feed callback";
inline constexpr std::string_view kFeedSecret = "feed secret";

// Of one of our subscriptions: stable names in the database and in JSON.
inline constexpr std::string_view kHubWanted = "wanted";
// The hub was asked, and has not asked back yet.
inline constexpr std::string_view kHubAsked = "asked";
inline constexpr std::string_view kHubActive = "active";
// The hub does not want it; it is asked again after a long while.
inline constexpr std::string_view kHubRefused = "refused";
// It is to end: its source is gone, or names no hub any more.
inline constexpr std::string_view kHubLeaving = "leaving";

struct HubSubscription {
  model::SourceId source;
  std::string hub;
  std::string topic;
  std::string state{kHubWanted};
  // Of our callback, sealed; empty: there is none yet.
  std::string token = {};
  std::string token_mark = {};
  // The key of the hub's signatures, sealed.
  std::string secret = {};
  // When the hub forgets it.
  std::optional<Time> lease_end = {};
  Time next_try = {};
  std::uint32_t failures = 0;
  // How often in a row a visit found something that the hub had not told.
  std::uint32_t missed = 0;
  // When the hub told of news last.
  std::optional<Time> pushed = {};
  // When its source is to be visited for it.
  std::optional<Time> visit_due = {};
  std::string error = {};

  // Is the source told of in time, so that it need not be visited often?
  bool is_trusted(Time now) const {
    return state == kHubActive && lease_end && *lease_end > now && pushed &&
           missed == 0;
  }
};

// What the routes of our callbacks and the thread that asks hubs share. Both read,
// decide and save within a transaction.
class HubSubscriptions {
 public:
  explicit HubSubscriptions(Database& db) : db_(db) {}

  // The feed of the source names this hub; one that is known stays as it is.
  Result<void> note_hub(model::SourceId source, std::string_view hub,
                        std::string_view topic, Time now);
  // It names none, or the source is removed: the subscription is to end.
  Result<void> note_no_hub(model::SourceId source, Time now);

  Result<std::unordered_map<model::SourceId, HubSubscription>> of(
      std::span<const model::SourceId> sources);
  Result<std::optional<HubSubscription>> find(std::string_view token_mark);
  // Those whose next try has come.
  Result<std::vector<HubSubscription>> due(Time now, std::size_t limit);
  // Those whose sources are to be visited.
  Result<std::vector<HubSubscription>> visits_due(Time now, std::size_t limit);
  // All but source, hub and topic.
  Result<void> save(const HubSubscription& subscription);
  Result<void> remove(model::SourceId source);
  // A visit found something that the hub had not told.
  Result<void> note_missed(model::SourceId source);
  Result<std::int64_t> count(std::string_view state);

 private:
  Database& db_;
};

// Who subscribes to what.
struct FeedSubscriberKey {
  std::string topic_mark;
  std::string callback_mark;
};

struct FeedSubscriber {
  FeedSubscriberKey key;
  // The path of one of our feeds, sealed.
  std::string topic;
  std::string callback;
  // Of the callback.
  std::string host;
  // Empty: what is sent is not signed.
  std::string secret;
  Time lease_end;
  // What the feed said when it was sent last (service::feed_state()).
  std::int64_t sent = 0;
  Time next_try = {};
  std::uint32_t failures = 0;
  std::string error = {};
};

struct FeedSubscriptionRequest {
  FeedSubscriberKey key;
  std::string topic;
  std::string callback;
  std::string host;
  std::string secret;
  bool is_leaving = false;
  std::int64_t lease_s = 0;
  std::uint32_t tries = 0;
  Time next_try = {};
};

class FeedSubscribers {
 public:
  explicit FeedSubscribers(Database& db) : db_(db) {}

  // In place of an earlier one of the same subscriber for the same feed.
  Result<void> add_request(const FeedSubscriptionRequest& request);
  Result<std::vector<FeedSubscriptionRequest>> due_requests(Time now,
                                                            std::size_t limit);
  Result<void> try_request_later(const FeedSubscriptionRequest& request);
  Result<void> remove_request(const FeedSubscriberKey& key);
  // Subscribers and requests, of all hosts and of this one.
  struct Counts {
    std::int64_t all = 0;
    std::int64_t of_host = 0;
  };
  Result<Counts> count(std::string_view host);

  // In place of what is known of the same subscriber and feed.
  Result<void> save(const FeedSubscriber& subscriber);
  Result<std::optional<FeedSubscriber>> find(const FeedSubscriberKey& key);
  Result<void> remove(const FeedSubscriberKey& key);
  // Those whose leases have ended.
  Result<std::int64_t> expire(Time now);
  // Those that may be sent something now, by feed.
  Result<std::vector<FeedSubscriber>> ready(Time now, std::size_t limit);

 private:
  Database& db_;
};

}  // namespace curlew::store
