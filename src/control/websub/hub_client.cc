#include "control/websub/hub_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/log.h"
#include "base/secret_token.h"
#include "http/form_data.h"

namespace curlew::control {
namespace {

constexpr std::size_t kHubsAtATime = 100;
constexpr Milliseconds kLongestHubWait = std::chrono::days(1);

constexpr Metric kHintsMetric{"curlew_websub_hints_total", Metric::Kind::kCounter,
                              "Visits that were asked for because a hub told of news."};
constexpr Metric kAskedHubsMetric{"curlew_websub_requests_total",
                                  Metric::Kind::kCounter,
                                  "Requests of ours to hubs, by result.",
                                  {"result"}};

http::Request to_hub_request(const std::string& hub, std::string form) {
  http::Request request{.method = "POST", .url = hub};
  request.headers = {{"Content-Type", "application/x-www-form-urlencoded"}};
  request.body = std::move(form);
  request.limits.body = 64_KiB;
  request.limits.total = Milliseconds(30'000);
  return request;
}

// WebSub section 5.1: 202 is the answer; others of 2xx mean well.
std::string hub_error(const http::Response& response) {
  if (response.end != http::TransferEnd::kCompleted) return response.error;
  if (response.status / 100 == 2) return "";
  return fmt::format("the hub answered {}", response.status);
}

}  // namespace

HubClient::HubClient(HubClientOptions options, store::Store& store, http::Client& web,
                     const Clock& clock)
    : options_(std::move(options)), store_(store), web_(web), clock_(clock) {
  if (options_.metrics == nullptr) return;
  options_.metrics->add(kHintsMetric, 0);
  for (const char* const each : {"taken", "failed"}) {
    options_.metrics->add(kAskedHubsMetric, 0, {each});
  }
}

Result<void> HubClient::step() {
  TRY(note_ended());
  TRY(ask_visits());
  return ask_hubs();
}

Result<void> HubClient::ask_visits() {
  TRY_ASSIGN(const auto waiting,
             store_.hub_subscriptions().visits_due(clock_.now(), kHubsAtATime));
  if (waiting.empty()) return {};
  TRY_ASSIGN(auto transaction, store_.begin());
  // Read again: a push may have come meanwhile.
  TRY_ASSIGN(auto due,
             store_.hub_subscriptions().visits_due(clock_.now(), kHubsAtATime));
  std::vector<model::SourceId> sources;
  for (store::HubSubscription& row : due) {
    sources.push_back(row.source);
    row.visit_due.reset();
    TRY(store_.hub_subscriptions().save(row));
  }
  TRY(store_.schedule().ask_visits(sources, clock_.now()));
  TRY(transaction.commit());
  if (options_.metrics != nullptr) {
    options_.metrics->add(kHintsMetric, static_cast<double>(sources.size()));
  }
  return {};
}

Result<void> HubClient::note_ended() {
  if (ended_.empty()) return {};
  TRY_ASSIGN(auto transaction, store_.begin());
  std::vector<model::SourceId> sources;
  for (const Ended& each : ended_) sources.push_back(each.source);
  TRY_ASSIGN(auto rows, store_.hub_subscriptions().of(sources));
  for (const Ended& each : ended_) {
    const auto found = rows.find(each.source);
    if (found == rows.end()) continue;
    store::HubSubscription& row = found->second;
    row.error = each.error;
    if (!each.error.empty()) {
      ++row.failures;
      row.next_try = clock_.now() + wait_after(row.failures);
      log_about(LogLevel::kInfo, {{"source", std::to_string(row.source.value)}},
                "hub of source {}: {}", row.source.value, each.error);
    }
    TRY(store_.hub_subscriptions().save(row));
  }
  TRY(transaction.commit());
  for (const Ended& each : ended_) {
    in_flight_.erase(each.source);
    if (options_.metrics == nullptr) continue;
    options_.metrics->add(kAskedHubsMetric, 1,
                          {each.error.empty() ? "taken" : "failed"});
  }
  ended_.clear();
  return {};
}

Result<void> HubClient::ask_hubs() {
  if (in_flight_.size() >= options_.at_once) return {};
  TRY_ASSIGN(auto due, store_.hub_subscriptions().due(clock_.now(), kHubsAtATime));
  for (const store::HubSubscription& row : due) {
    if (in_flight_.size() >= options_.at_once) break;
    if (in_flight_.contains(row.source)) continue;
    TRY(ask(row.source));
  }
  return {};
}

// What the callback needs to know is stored before the hub is asked: it may ask back
// before it answers.
Result<void> HubClient::ask(model::SourceId source) {
  TRY_ASSIGN(auto transaction, store_.begin());
  // Read again: a push, or an answer of the hub, may have come meanwhile.
  TRY_ASSIGN(auto rows, store_.hub_subscriptions().of(std::span(&source, 1)));
  const auto found = rows.find(source);
  if (found == rows.end() || found->second.next_try > clock_.now()) return {};
  store::HubSubscription& row = found->second;
  const bool is_leaving = row.state == store::kHubLeaving;
  if (is_leaving && (row.token.empty() || row.failures >= options_.tries_to_leave)) {
    TRY(store_.hub_subscriptions().remove(row.source));
    return transaction.commit();
  }
  if (!is_leaving) {
    // Of what is paused nobody wants to be told. Its next visit finds the hub again.
    TRY_ASSIGN(const auto watched, store_.sources().find(source));
    if (!watched || !is_visited(watched->source.state)) {
      TRY(store_.hub_subscriptions().note_no_hub(source, clock_.now()));
      return transaction.commit();
    }
  }
  const auto key = options_.key();
  if (!key.ok()) return Error(key.error());
  std::string token;
  std::string secret;
  if (!row.token.empty()) {
    const auto opened = key->open(row.token, store::kHubToken);
    const auto opened_secret = key->open(row.secret, store::kHubSecret);
    // Another installation's key: as if it had none.
    if (opened.ok() && opened_secret.ok()) {
      token = *opened;
      secret = *opened_secret;
    }
  }
  if (token.empty()) {
    token = make_secret_token();
    secret = make_secret_token();
    row.token = key->seal(token, store::kHubToken);
    row.token_mark = mark_of_token(token);
    row.secret = key->seal(secret, store::kHubSecret);
  }
  // It was taken before, and the hub never asked back.
  const bool was_taken = row.state == store::kHubAsked || is_leaving;
  if (was_taken && row.error.empty()) ++row.failures;
  if (row.state != store::kHubActive && !is_leaving) row.state = store::kHubAsked;
  row.next_try =
      clock_.now() + std::max(options_.answer_wait, wait_after(row.failures));
  TRY(store_.hub_subscriptions().save(row));
  TRY(transaction.commit());
  std::vector<std::pair<std::string, std::string>> fields{
      {"hub.mode", is_leaving ? "unsubscribe" : "subscribe"},
      {"hub.topic", row.topic},
      {"hub.callback", fmt::format("{}/websub/{}", options_.public_url, token)}};
  if (!is_leaving) {
    const auto lease =
        std::chrono::duration_cast<std::chrono::seconds>(options_.lease).count();
    fields.emplace_back("hub.secret", secret);
    fields.emplace_back("hub.lease_seconds", std::to_string(lease));
  }
  in_flight_.insert(row.source);
  web_.start(to_hub_request(row.hub, http::to_form(fields)),
             [this, source = row.source](const http::Response& response) {
               ended_.push_back({source, hub_error(response)});
             });
  return {};
}

Milliseconds HubClient::wait_after(std::uint32_t failures) const {
  if (failures == 0) return Milliseconds(0);
  const auto doublings = std::min<std::uint32_t>(failures - 1, 16);
  return std::min<Milliseconds>(options_.retry * (1 << doublings), kLongestHubWait);
}

}  // namespace curlew::control
