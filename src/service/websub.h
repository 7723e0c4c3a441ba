// What others do at our end of WebSub (W3C Recommendation): hubs that ask whether we
// want what we subscribed to and tell of news, and subscribers of our own feeds. What
// is asked of them, and sent to them, is control/websub/.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "store/store.h"

namespace curlew::service {

// A hub asks whether a subscription is ours (section 5.3), or says that it is denied
// (5.2). Values are as they came.
struct HubQuestion {
  std::string token;
  std::string mode;
  std::string topic;
  std::string challenge;
  std::string lease_seconds;
  std::string reason;
};
// Is it about a subscription of ours? Only reads.
Result<bool> is_of_ours(store::Store& store, const HubQuestion& question);
// The challenge, to be sent back; nullopt: we do not want it. Runs its own transaction.
Result<std::optional<std::string>> answer_hub(store::Store& store,
                                              const HubQuestion& question, Time now);

// A hub tells of news (section 7). Its body is used for nothing but the signature.
struct HubPush {
  std::string token;
  // "sha256=…": X-Hub-Signature.
  std::string signature;
  std::string body;
};
enum class PushEnd {
  kTaken,
  // Nothing becomes of it.
  kForged,
  // There is no such subscription, or not any more.
  kUnknown,
};
// What would become of it. Only reads.
Result<PushEnd> judge_push(store::Store& store, const HubPush& push,
                           const KeyReader& key);
// Of one whose signature is right: its source is visited at once, but not oftener than
// every `least_gap`. kUnknown when it has gone meanwhile.
Result<PushEnd> take_push(store::Store& store, std::string_view token, Time now,
                          Milliseconds least_gap);

// Somebody wants to be sent one of our feeds, or not any more (section 5.1).
struct FeedSubscription {
  std::string mode;
  // The address of the feed, and what of it is its path at this server.
  std::string topic;
  std::string path;
  std::string callback;
  std::string secret;
  std::string lease_seconds;
};
// What is wrong with it, for people; empty: its sender is asked whether he wants it.
// Errors are ours.
Result<std::string> take_subscription(store::Store& store,
                                      const FeedSubscription& wanted,
                                      const KeyReader& key, Time now);

// What one of our feeds says, as a number that is another when an entry came or was
// edited; nullopt: there is no feed at this path. `/mine/lists/TOKEN.atom` (.rss,
// .json), `/sources/7/feed.atom`.
Result<std::optional<std::int64_t>> feed_state(store::Store& store,
                                               std::string_view path);

// "TOKEN" and "atom" of such a path of a list; nullopt: it is none.
struct ListFeedPath {
  std::string token;
  std::string format;
};
std::optional<ListFeedPath> parse_list_feed_path(std::string_view path);
// The source of such a path; nullopt: it is none.
std::optional<model::SourceId> parse_source_feed_path(std::string_view path);

}  // namespace curlew::service
