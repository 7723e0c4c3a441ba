#include "service/websub.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/fingerprint.h"
#include "base/secret_token.h"
#include "base/sha.h"
#include "base/utf8.h"
#include "control/websub/own_hub.h"
#include "url/url.h"

namespace curlew::service {
namespace {

using std::chrono::seconds;

// What a hub may promise: a shorter lease would be a request a minute, a longer one is
// renewed in time all the same.
constexpr seconds kShortestLease = std::chrono::minutes(5);
constexpr seconds kLongestLease = std::chrono::days(30);
// Where nothing is said of it.
constexpr seconds kUsualLease = std::chrono::days(10);
// A denied subscription is asked for again.
constexpr Milliseconds kAfterRefusal = std::chrono::days(7);

constexpr std::size_t kLongestHubToken = 200;
constexpr std::size_t kLongestChallenge = 4'000;
constexpr std::size_t kLongestCallback = 2'000;
constexpr std::size_t kLongestReason = 200;
// As many as a feed has (api/atom.h).
constexpr std::size_t kFeedEntries = 100;
// Section 5.1: less than 200 bytes.
constexpr std::size_t kLongestHubSecret = 199;
constexpr std::int64_t kMostFeedSubscribers = 10'000;
constexpr std::int64_t kMostOfOneHost = 100;

std::optional<std::int64_t> number_in_text(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && number > 0 ? std::optional(number) : std::nullopt;
}

seconds lease_of(std::string_view text) {
  const auto asked = number_in_text(text);
  const auto most = std::int64_t(kLongestLease.count());
  return asked ? std::max(kShortestLease, seconds(std::min(*asked, most)))
               : kUsualLease;
}

// "sha256=hex": by any of the four methods that section 7.1 names.
bool is_signed(std::string_view signature, std::string_view secret,
               std::string_view body) {
  const auto equals = signature.find('=');
  if (equals == signature.npos) return false;
  const std::string expected = hmac_hex(signature.substr(0, equals), secret, body);
  return !expected.empty() && are_same_secrets(signature.substr(equals + 1), expected);
}

Result<std::optional<store::HubSubscription>> find_by_token(store::Store& store,
                                                            std::string_view token) {
  if (token.size() > kLongestHubToken) return std::optional<store::HubSubscription>();
  return store.hub_subscriptions().find(mark_of_token(token));
}

}  // namespace

Result<bool> is_of_ours(store::Store& store, const HubQuestion& question) {
  TRY_ASSIGN(const auto found, find_by_token(store, question.token));
  return found && question.topic == found->topic;
}

Result<std::optional<std::string>> answer_hub(store::Store& store,
                                              const HubQuestion& question, Time now) {
  const std::optional<std::string> no;
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto found, find_by_token(store, question.token));
  if (!found || question.topic != found->topic) return no;
  const bool is_leaving = found->state == store::kHubLeaving;
  if (question.mode == "denied") {
    // A hub may end what it had begun.
    found->state = store::kHubRefused;
    found->error = fmt::format("the hub refuses it: {}",
                               utf8_prefix(question.reason, kLongestReason));
    found->next_try = now + kAfterRefusal;
    TRY(is_leaving ? store.hub_subscriptions().remove(found->source)
                   : store.hub_subscriptions().save(*found));
    TRY(transaction.commit());
    return std::optional<std::string>("");
  }
  const bool is_wanted = question.mode == (is_leaving ? "unsubscribe" : "subscribe") &&
                         (is_leaving || found->state == store::kHubAsked ||
                          found->state == store::kHubActive);
  if (!is_wanted || question.challenge.empty() ||
      question.challenge.size() > kLongestChallenge) {
    return no;
  }
  if (is_leaving) {
    TRY(store.hub_subscriptions().remove(found->source));
  } else {
    const seconds lease = lease_of(question.lease_seconds);
    found->state = store::kHubActive;
    found->lease_end = now + lease;
    // In good time, and again before it runs out where that fails.
    found->next_try = now + lease * 3 / 4;
    found->failures = 0;
    found->error.clear();
    TRY(store.hub_subscriptions().save(*found));
  }
  TRY(transaction.commit());
  return std::optional(question.challenge);
}

Result<PushEnd> judge_push(store::Store& store, const HubPush& push,
                           const KeyReader& key) {
  TRY_ASSIGN(const auto found, find_by_token(store, push.token));
  if (!found || found->state == store::kHubLeaving ||
      found->state == store::kHubRefused) {
    return PushEnd::kUnknown;
  }
  TRY_ASSIGN(const SealingKey opener, key());
  TRY_ASSIGN(const std::string secret, opener.open(found->secret, store::kHubSecret));
  return is_signed(push.signature, secret, push.body) ? PushEnd::kTaken
                                                      : PushEnd::kForged;
}

Result<PushEnd> take_push(store::Store& store, std::string_view token, Time now,
                          Milliseconds least_gap) {
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(auto found, find_by_token(store, token));
  if (!found) return PushEnd::kUnknown;
  const Time earliest = found->pushed ? *found->pushed + least_gap : now;
  // One that waits for its visit is not put off by the next.
  if (!found->visit_due)
    found->visit_due = std::max(now, std::min(earliest, now + least_gap));
  found->pushed = now;
  found->missed = 0;
  TRY(store.hub_subscriptions().save(*found));
  TRY(transaction.commit());
  return PushEnd::kTaken;
}

Result<std::string> take_subscription(store::Store& store,
                                      const FeedSubscription& wanted,
                                      const KeyReader& key, Time now) {
  const bool is_leaving = wanted.mode == "unsubscribe";
  if (!is_leaving && wanted.mode != "subscribe") {
    return std::string("hub.mode must be subscribe or unsubscribe");
  }
  const auto callback = url::parse_url(wanted.callback);
  const bool is_web =
      callback.ok() && (callback->scheme() == "http" || callback->scheme() == "https");
  if (!is_web || wanted.callback.size() > kLongestCallback) {
    return std::string("hub.callback must be an address of the Web");
  }
  if (wanted.secret.size() > kLongestHubSecret) {
    return std::string("hub.secret must be shorter than 200 bytes");
  }
  TRY_ASSIGN(const auto state, feed_state(store, wanted.path));
  if (!state && !is_leaving) return std::string("hub.topic is not a feed of this hub");
  TRY_ASSIGN(const SealingKey sealer, key());
  store::FeedSubscriptionRequest request;
  request.key = {mark_of_token(wanted.path), mark_of_token(wanted.callback)};
  request.topic =
      sealer.seal(control::to_text({wanted.path, wanted.topic}), store::kFeedTopic);
  request.callback = sealer.seal(wanted.callback, store::kFeedCallback);
  request.host = callback->host();
  if (!wanted.secret.empty()) {
    request.secret = sealer.seal(wanted.secret, store::kFeedSecret);
  }
  request.is_leaving = is_leaving;
  request.lease_s = lease_of(wanted.lease_seconds).count();
  request.next_try = now;
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const auto known, store.feed_subscribers().find(request.key));
  TRY_ASSIGN(const auto counts, store.feed_subscribers().count(request.host));
  if (is_leaving && !known) return std::string("there is no such subscription");
  if (!known &&
      (counts.all >= kMostFeedSubscribers || counts.of_host >= kMostOfOneHost)) {
    return std::string("too many subscriptions");
  }
  TRY(store.feed_subscribers().add_request(request));
  TRY(transaction.commit());
  return std::string();
}

std::optional<ListFeedPath> parse_list_feed_path(std::string_view path) {
  constexpr std::string_view kLists = "/mine/lists/";
  if (!path.starts_with(kLists)) return std::nullopt;
  path.remove_prefix(kLists.size());
  const auto dot = path.rfind('.');
  if (dot == path.npos || path.find('/') != path.npos) return std::nullopt;
  ListFeedPath parsed{std::string(path.substr(0, dot)),
                      std::string(path.substr(dot + 1))};
  const bool is_known =
      parsed.format == "atom" || parsed.format == "rss" || parsed.format == "json";
  return is_known ? std::optional(std::move(parsed)) : std::nullopt;
}

std::optional<model::SourceId> parse_source_feed_path(std::string_view path) {
  constexpr std::string_view kBegin = "/sources/", kEnd = "/feed.atom";
  if (!path.starts_with(kBegin) || !path.ends_with(kEnd) ||
      path.size() <= kBegin.size() + kEnd.size()) {
    return std::nullopt;
  }
  path.remove_prefix(kBegin.size());
  path.remove_suffix(kEnd.size());
  const auto id = number_in_text(path);
  return id ? std::optional(model::SourceId{*id}) : std::nullopt;
}

Result<std::optional<std::int64_t>> feed_state(store::Store& store,
                                               std::string_view path) {
  if (const auto file = parse_list_feed_path(path)) {
    if (file->token.size() > kLongestHubToken) return std::optional<std::int64_t>();
    TRY_ASSIGN(const auto list,
               store.watchlists().find_by_feed(mark_of_token(file->token)));
    if (!list) return std::optional<std::int64_t>();
    TRY_ASSIGN(const auto clips,
               store.clips().list({.user = list->list.user, .list = list->list.id}, 1));
    return std::optional(clips.empty() ? 0 : clips.front().clip.id.value);
  }
  const auto source = parse_source_feed_path(path);
  if (!source) return std::optional<std::int64_t>();
  TRY_ASSIGN(const auto found, store.sources().find(*source));
  if (!found) return std::optional<std::int64_t>();
  // As the feed is made: of a topic its articles are of any source.
  TRY_ASSIGN(const auto articles,
             store.articles().newest({.source = *source}, kFeedEntries));
  std::string said;
  for (const store::ArticleRow& each : articles) {
    // It stands in the feed when its page was read.
    if (each.is_page_wanted && each.page_error.empty()) continue;
    said +=
        fmt::format("{} {} {} {}\n", each.id.value,
                    to_unix_ms(each.edited.value_or(Time())), each.title, each.excerpt);
  }
  return std::optional(std::int64_t(short_fingerprint_of(said) >> 1));
}

}  // namespace curlew::service
