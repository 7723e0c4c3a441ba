#include "control/websub/own_hub.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/secret_token.h"
#include "base/sha.h"
#include "http/form_data.h"

namespace curlew::control {
namespace {

constexpr std::size_t kRequestsAtATime = 1'000;
constexpr std::size_t kMostSubscribers = 10'000;
// How late another try, or the end of a lease, is seen.
constexpr Milliseconds kFeedLook{10'000};

constexpr Metric kHubMetric{
    "curlew_websub_hub_total",
    Metric::Kind::kCounter,
    "Requests of our hub to subscribers: what (verify, send) and result.",
    {"what", "result"}};

std::string subscriber_name(const store::FeedSubscriberKey& key) {
  return key.topic_mark + " " + key.callback_mark;
}

http::Request bounded(std::string method, std::string url) {
  http::Request request{.method = std::move(method), .url = std::move(url)};
  request.limits.body = 64_KiB;
  request.limits.total = Milliseconds(30'000);
  return request;
}

// WebSub section 5.3: the query of the callback stays.
std::string with_query(const std::string& callback, const std::string& query) {
  const std::string base = callback.substr(0, callback.find('#'));
  return base + (base.find('?') == base.npos ? "?" : "&") + query;
}

bool is_success(const http::Response& response) {
  return response.end == http::TransferEnd::kCompleted && response.status / 100 == 2;
}

std::string subscriber_error(const http::Response& response) {
  return response.end == http::TransferEnd::kCompleted
             ? fmt::format("answered {}", response.status)
             : response.error;
}

}  // namespace

std::string to_text(const FeedTopic& topic) { return topic.path + "\n" + topic.url; }

FeedTopic parse_feed_topic(std::string_view text) {
  const auto end = std::min(text.find('\n'), text.size());
  return {std::string(text.substr(0, end)),
          std::string(text.substr(std::min(end + 1, text.size())))};
}

OwnHub::OwnHub(OwnHubOptions options, store::Store& store, http::Client& web,
               const Clock& clock)
    : options_(std::move(options)), store_(store), web_(web), clock_(clock) {
  if (options_.metrics == nullptr) return;
  for (const char* const what : {"verify", "send"}) {
    for (const char* const result : {"taken", "failed", "dropped"}) {
      options_.metrics->add(kHubMetric, 0, {what, result});
    }
  }
}

Result<void> OwnHub::step() {
  TRY(note_ended());
  TRY(verify_requests());
  return send_news();
}

Result<OwnHub::Opened> OwnHub::open(const std::string& topic,
                                    const std::string& callback,
                                    const std::string& secret) const {
  TRY_ASSIGN(const SealingKey key, options_.key());
  Opened opened;
  TRY_ASSIGN(const std::string text, key.open(topic, store::kFeedTopic));
  opened.topic = parse_feed_topic(text);
  TRY_ASSIGN(opened.callback, key.open(callback, store::kFeedCallback));
  if (!secret.empty()) {
    TRY_ASSIGN(opened.secret, key.open(secret, store::kFeedSecret));
  }
  return opened;
}

bool OwnHub::has_room(const std::string& host) const {
  if (in_flight_.size() >= options_.at_once) return false;
  const auto busy = busy_hosts_.find(host);
  return busy == busy_hosts_.end() || busy->second < options_.at_once_of_host;
}

void OwnHub::start(http::Request request, const std::string& host, Flight flight) {
  in_flight_.emplace(flight.name, host);
  ++busy_hosts_[host];
  web_.start(std::move(request),
             [this, flight = std::move(flight)](http::Response response) {
               ended_.push_back({flight, std::move(response)});
             });
}

void OwnHub::deny(const Opened& opened, const std::string& host,
                  const std::string& name) {
  Flight flight;
  flight.doing = Doing::kDeny;
  flight.name = name;
  const std::vector<std::pair<std::string, std::string>> fields{
      {"hub.mode", "denied"},
      {"hub.topic", opened.topic.url},
      {"hub.reason", "there is no such feed"}};
  start(bounded("GET", with_query(opened.callback, http::to_form(fields))), host,
        std::move(flight));
}

Result<void> OwnHub::verify_requests() {
  TRY_ASSIGN(const auto due,
             store_.feed_subscribers().due_requests(clock_.now(), kRequestsAtATime));
  for (const store::FeedSubscriptionRequest& request : due) {
    const bool is_busy = in_flight_.contains(subscriber_name(request.key));
    if (!is_busy && has_room(request.host)) TRY(verify(request));
  }
  return {};
}

// WebSub section 5.3: verification of intent.
Result<void> OwnHub::verify(const store::FeedSubscriptionRequest& request) {
  const auto opened = open(request.topic, request.callback, request.secret);
  if (!opened.ok()) {
    log_warning("websub: {}", opened.error().text);
    return store_.feed_subscribers().remove_request(request.key);
  }
  Flight flight;
  flight.name = subscriber_name(request.key);
  // One that cannot be read now may be there: it shows when it is noted.
  const auto state = options_.state(store_, opened->topic.path);
  if (state.ok() && !*state && !request.is_leaving) {
    TRY(store_.feed_subscribers().remove_request(request.key));
    deny(*opened, request.host, flight.name);
    count("verify", "dropped");
    return {};
  }
  flight.doing = Doing::kVerify;
  flight.request = request;
  flight.challenge = make_secret_token();
  flight.path = opened->topic.path;
  std::vector<std::pair<std::string, std::string>> fields{
      {"hub.mode", request.is_leaving ? "unsubscribe" : "subscribe"},
      {"hub.topic", opened->topic.url},
      {"hub.challenge", flight.challenge}};
  if (!request.is_leaving) {
    fields.emplace_back("hub.lease_seconds", std::to_string(request.lease_s));
  }
  start(bounded("GET", with_query(opened->callback, http::to_form(fields))),
        request.host, std::move(flight));
  return {};
}

// Feeds are looked at when something was stored, when there is room again, and every
// few seconds for those who wait for another try.
Result<void> OwnHub::send_news() {
  TRY_ASSIGN(const model::ArticleId article, store_.articles().last_id());
  TRY_ASSIGN(const model::ClipId clip, store_.clips().last_id());
  const bool is_new = article.value != seen_articles_ || clip.value != seen_clips_;
  if (!is_new && !has_retries_ && clock_.steady() < look_at_) return {};
  look_at_ = clock_.steady() + kFeedLook;
  TRY(store_.feed_subscribers().expire(clock_.now()));
  TRY_ASSIGN(const auto ready,
             store_.feed_subscribers().ready(clock_.now(), kMostSubscribers));
  has_retries_ = false;
  for (std::size_t begin = 0; begin < ready.size();) {
    std::size_t end = begin;
    while (end < ready.size() &&
           ready[end].key.topic_mark == ready[begin].key.topic_mark) {
      ++end;
    }
    const auto opened = open(ready[begin].topic, ready[begin].callback, "");
    if (opened.ok()) {
      TRY(send_feed(
          {ready.begin() + std::ptrdiff_t(begin), ready.begin() + std::ptrdiff_t(end)},
          opened->topic));
    } else {
      log_warning("websub: {}", opened.error().text);
    }
    begin = end;
  }
  seen_articles_ = article.value;
  seen_clips_ = clip.value;
  return {};
}

Result<void> OwnHub::send_feed(const std::vector<store::FeedSubscriber>& subscribers,
                               const FeedTopic& topic) {
  TRY_ASSIGN(const auto state, options_.state(store_, topic.path));
  std::optional<FeedDocument> feed;
  for (const store::FeedSubscriber& subscriber : subscribers) {
    if (state && subscriber.sent == *state) continue;
    const std::string name = subscriber_name(subscriber.key);
    // It is looked at again when a request has ended.
    if (in_flight_.contains(name) || !has_room(subscriber.host)) continue;
    const auto opened = open(subscriber.topic, subscriber.callback, subscriber.secret);
    if (!opened.ok()) continue;
    if (!state) {
      // The feed is gone, or its address was withdrawn.
      TRY(store_.feed_subscribers().remove(subscriber.key));
      deny(*opened, subscriber.host, name);
      count("send", "dropped");
      continue;
    }
    if (!feed) {
      TRY_ASSIGN(feed, options_.render(store_, topic));
      if (!feed) return {};
    }
    http::Request request = bounded("POST", opened->callback);
    request.body = feed->body;
    request.headers = {{"Content-Type", feed->type}};
    const std::string hub =
        topic.url.substr(0, topic.url.size() - topic.path.size()) + "/websub";
    request.headers.emplace_back(
        "Link", fmt::format("<{}>; rel=\"hub\", <{}>; rel=\"self\"", hub, topic.url));
    if (!opened->secret.empty()) {
      request.headers.emplace_back(
          "X-Hub-Signature", "sha256=" + hmac_sha256_hex(opened->secret, request.body));
    }
    Flight flight;
    flight.doing = Doing::kSend;
    flight.subscriber = subscriber;
    flight.state = *state;
    flight.name = name;
    start(std::move(request), subscriber.host, std::move(flight));
  }
  return {};
}

Result<void> OwnHub::note_ended() {
  std::optional<Error> first;
  // Each for itself: one that cannot be noted holds up no other. What it was about is
  // in the database as it was, and is tried again later.
  for (const Ended& ended : std::exchange(ended_, {})) {
    if (const auto noted = note(ended); !noted.ok()) {
      count(ended.flight.doing == Doing::kVerify ? "verify" : "send", "failed");
      if (!first) first = noted.error();
    }
    const auto flight = in_flight_.find(ended.flight.name);
    if (flight != in_flight_.end()) {
      if (--busy_hosts_[flight->second] == 0) busy_hosts_.erase(flight->second);
      in_flight_.erase(flight);
    }
    // There is room for others, or something came meanwhile.
    has_retries_ = true;
  }
  if (first) return *std::move(first);
  return {};
}

Result<void> OwnHub::note(const Ended& ended) {
  if (ended.flight.doing == Doing::kDeny) return {};
  const bool is_verifying = ended.flight.doing == Doing::kVerify;
  const auto noted = [&]() -> Result<void> {
    TRY_ASSIGN(auto transaction, store_.begin());
    TRY(is_verifying ? note_verified(ended) : note_sent(ended));
    return transaction.commit();
  }();
  if (noted.ok()) return {};
  // Not at once: the callback would be asked again and again.
  TRY_ASSIGN(auto transaction, store_.begin());
  if (is_verifying) {
    store::FeedSubscriptionRequest request = ended.flight.request;
    request.next_try = clock_.now() + options_.retry;
    TRY(++request.tries >= options_.tries_to_verify
            ? store_.feed_subscribers().remove_request(request.key)
            : store_.feed_subscribers().try_request_later(request));
  } else {
    TRY_ASSIGN(auto row, store_.feed_subscribers().find(ended.flight.subscriber.key));
    if (row) {
      row->next_try = clock_.now() + options_.retry;
      TRY(store_.feed_subscribers().save(*row));
    }
  }
  TRY(transaction.commit());
  return noted.error();
}

Result<void> OwnHub::note_verified(const Ended& ended) {
  store::FeedSubscriptionRequest request = ended.flight.request;
  store::FeedSubscribers& subscribers = store_.feed_subscribers();
  const bool is_confirmed =
      is_success(ended.response) &&
      are_same_secrets(ended.response.body, ended.flight.challenge);
  if (!is_confirmed) {
    // 404 says that it does not want it; whoever answers anything else may be ill.
    const bool is_over = ++request.tries >= options_.tries_to_verify ||
                         ended.response.end == http::TransferEnd::kRefused ||
                         ended.response.status == 404;
    count("verify", is_over ? "dropped" : "failed");
    request.next_try = clock_.now() + options_.retry;
    return is_over ? subscribers.remove_request(request.key)
                   : subscribers.try_request_later(request);
  }
  count("verify", "taken");
  TRY(subscribers.remove_request(request.key));
  if (request.is_leaving) return subscribers.remove(request.key);
  TRY_ASSIGN(const auto state, options_.state(store_, ended.flight.path));
  if (!state) return {};
  TRY_ASSIGN(const auto known, subscribers.find(request.key));
  store::FeedSubscriber row;
  row.key = request.key;
  row.topic = request.topic;
  row.callback = request.callback;
  row.host = request.host;
  row.secret = request.secret;
  row.lease_end = clock_.now() + std::chrono::seconds(request.lease_s);
  // One who renews is still sent what waits for him.
  row.sent = known ? known->sent : *state;
  row.next_try = clock_.now();
  return subscribers.save(row);
}

Result<void> OwnHub::note_sent(const Ended& ended) {
  store::FeedSubscribers& subscribers = store_.feed_subscribers();
  TRY_ASSIGN(auto row, subscribers.find(ended.flight.subscriber.key));
  if (!row) return {};
  if (is_success(ended.response)) {
    count("send", "taken");
    row->sent = ended.flight.state;
    row->failures = 0;
    row->error.clear();
    row->next_try = clock_.now();
    return subscribers.save(*row);
  }
  // 410: section 7, the subscriber wants no more.
  const bool is_gone = ended.response.end == http::TransferEnd::kCompleted &&
                       ended.response.status == 410;
  if (is_gone || ++row->failures >= options_.tries_to_send) {
    count("send", "dropped");
    return subscribers.remove(row->key);
  }
  count("send", "failed");
  row->error = subscriber_error(ended.response);
  row->next_try = clock_.now() + options_.retry * (1 << (row->failures - 1));
  return subscribers.save(*row);
}

void OwnHub::count(std::string_view what, std::string_view result) const {
  if (options_.metrics != nullptr) options_.metrics->add(kHubMetric, 1, {what, result});
}

}  // namespace curlew::control
