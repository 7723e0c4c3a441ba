// The Client over libcurl. A transfer is judged, its name looked up, then it waits for
// one of max_connections places, runs, and is delivered by poll().

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "http/client.h"
#include "http/easy_pool.h"
#include "http/multi_loop.h"
#include "http/resolver.h"
#include "http/transfer.h"

namespace curlew::http {
namespace {

using TransferPtr = std::unique_ptr<Transfer>;

// Stalled transfers and look-ups that take too long are looked for this often.
constexpr Milliseconds kWatchInterval{200};
// Connections that wait for another request, beside those in use.
constexpr std::size_t kKeptConnections = 50;
// A body that waits longer for memory is given up: its peer will not wait for ever
// either, and what came of it so far keeps others waiting.
constexpr Milliseconds kLongestPause{60'000};
// Of the memory, for small bodies that arrive although it is full.
constexpr Bytes kPartForSmallBodies = 8;
constexpr Bytes kSmallBody = 256_KiB;

struct Ready {
  TransferPtr transfer;
  std::vector<IpAddress> addresses;
};

class CurlClient final : public Client {
 public:
  CurlClient(ClientOptions options, const Clock& clock);
  ~CurlClient() override;

  void start(Request request, Done done) override;
  const Addresses* find_addresses(const std::string& name) override {
    return resolver_.find(name);
  }
  void look_up(const std::string& name, LookedUp done) override;
  void poll(Milliseconds max_wait) override;
  std::size_t in_flight() const override { return in_flight_; }
  void wake() override {
    woken_ = true;
    loop_.wake();
  }

 private:
  void find_address(TransferPtr transfer);
  void take_addresses(TransferPtr transfer, const Resolver::Addresses& addresses);
  void deliver_lookups();
  void begin_ready();
  void collect_ended();
  void watch();
  void break_off_stalled(SteadyTime now);
  bool is_over(Transfer& transfer, SteadyTime now);
  void resume_paused();
  void give_up_lookups(SteadyTime now);
  TransferPtr stop(Transfer& transfer);
  void call_back();

  ClientOptions options_;
  TransferContext context_;
  SystemClock real_time_;
  SteadyTime next_watch_{};
  MultiLoop loop_;
  EasyPool handles_;
  std::atomic<bool> woken_ = false;
  std::size_t in_flight_ = 0;

  std::unordered_map<std::string, std::vector<TransferPtr>> resolving_;  // By name.
  std::deque<Ready> ready_;
  std::vector<TransferPtr> running_;
  std::vector<Transfer*> paused_;  // Those of them whose body waits for memory.
  // The one of them that goes on all the same, so that one ends: 0 when none does.
  std::uint64_t beyond_limit_ = 0;
  // The room of whole bodies, until whoever got them lets go of it.
  std::vector<std::weak_ptr<const MemoryBudget::Share>> unread_;
  std::uint64_t last_number_ = 0;
  std::vector<TransferPtr> ended_;
  std::unordered_map<std::string, std::vector<LookedUp>> looking_up_;  // By name.
  std::vector<std::pair<std::vector<LookedUp>, Addresses>> looked_up_;
  Resolver resolver_;  // Last: its threads wake the loop.
};

CurlClient::CurlClient(ClientOptions options, const Clock& clock)
    : options_(std::move(options)),
      context_{.guard = options_.guard, .clock = clock, .memory = options_.memory},
      loop_(options_.max_connections + kKeptConnections),
      handles_(options_.user_agent, options_.ca_file, options_.max_connections),
      resolver_({.threads = options_.resolver_threads,
                 .ttl = options_.dns_ttl,
                 .entries = options_.dns_entries},
                options_.lookup ? options_.lookup : look_up_by_system, clock,
                [this] { loop_.wake(); }) {
  if (options_.memory == nullptr) return;
  const Bytes for_small = options_.memory->limit() / kPartForSmallBodies;
  context_.small_body = std::min(kSmallBody, for_small / options_.max_connections);
}

CurlClient::~CurlClient() {
  for (const auto& transfer : running_) loop_.remove(transfer->easy());
}

void CurlClient::start(Request request, Done done) {
  ++in_flight_;
  auto transfer =
      std::make_unique<Transfer>(std::move(request), std::move(done), context_);
  if (transfer->judge()) {
    find_address(std::move(transfer));
  } else {
    ended_.push_back(std::move(transfer));
  }
}

void CurlClient::look_up(const std::string& name, LookedUp done) {
  if (const Addresses* known = resolver_.find_or_begin(name)) {
    looked_up_.push_back({{std::move(done)}, *known});
  } else {
    looking_up_[name].push_back(std::move(done));
  }
}

void CurlClient::find_address(TransferPtr transfer) {
  const auto& endpoint = transfer->endpoint();
  if (endpoint.address) {
    ready_.push_back({std::move(transfer), {}});
  } else if (!transfer->known_addresses().empty()) {
    auto addresses = transfer->known_addresses();
    ready_.push_back({std::move(transfer), std::move(addresses)});
  } else if (const auto* known = resolver_.find_or_begin(endpoint.host)) {
    take_addresses(std::move(transfer), *known);
  } else {
    transfer->give_up = real_time_.steady() + transfer->limits().connect;
    resolving_[endpoint.host].push_back(std::move(transfer));
  }
}

void CurlClient::take_addresses(TransferPtr transfer,
                                const Resolver::Addresses& addresses) {
  if (addresses.ok() && !addresses->empty()) {
    ready_.push_back({std::move(transfer), *addresses});
    return;
  }
  transfer->end(end_of_lookup(addresses),
                addresses.ok() ? transfer->endpoint().host + ": has no address"
                               : addresses.error().text);
  ended_.push_back(std::move(transfer));
}

void CurlClient::deliver_lookups() {
  resolver_.deliver([this](const std::string& name, const auto& addresses) {
    if (auto asked = looking_up_.extract(name)) {
      looked_up_.push_back({std::move(asked.mapped()), addresses});
    }
    auto waiting = resolving_.extract(name);
    if (waiting.empty()) return;  // All gave up.
    for (auto& transfer : waiting.mapped()) {
      take_addresses(std::move(transfer), addresses);
    }
  });
}

void CurlClient::begin_ready() {
  if (options_.memory != nullptr && options_.memory->is_full()) return;
  while (!ready_.empty() && running_.size() < options_.max_connections) {
    auto [transfer, addresses] = std::move(ready_.front());
    ready_.pop_front();
    transfer->begin(handles_.take(), addresses);
    transfer->slot = running_.size();
    transfer->number = ++last_number_;
    loop_.add(transfer->easy());
    running_.push_back(std::move(transfer));
  }
}

// Takes a running transfer out of the table and its handle out of the loop.
TransferPtr CurlClient::stop(Transfer& transfer) {
  loop_.remove(transfer.easy());
  handles_.give_back(transfer.take_easy(), transfer.use());
  std::erase(paused_, &transfer);
  std::erase(context_.paused, &transfer);
  if (transfer.number == beyond_limit_) beyond_limit_ = 0;
  if (const auto room = transfer.room()) unread_.push_back(room);
  const auto slot = transfer.slot;
  running_.back()->slot = slot;
  std::swap(running_[slot], running_.back());
  auto owned = std::move(running_.back());
  running_.pop_back();
  return owned;
}

void CurlClient::collect_ended() {
  while (const auto ended = loop_.take_ended()) {
    Transfer* transfer = nullptr;
    curl_easy_getinfo(ended->easy, CURLINFO_PRIVATE, &transfer);
    transfer->end(ended->code);
    ended_.push_back(stop(*transfer));
  }
}

void CurlClient::watch() {
  const auto now = real_time_.steady();
  if (now < next_watch_) return;
  next_watch_ = now + kWatchInterval;
  break_off_stalled(now);
  give_up_lookups(now);
}

void CurlClient::break_off_stalled(SteadyTime now) {
  for (std::size_t i = 0; i < running_.size();) {
    auto& transfer = *running_[i];
    if (is_over(transfer, now)) {
      ended_.push_back(stop(transfer));
    } else {
      ++i;
    }
  }
}

bool CurlClient::is_over(Transfer& transfer, SteadyTime now) {
  const auto paused = transfer.paused_since();
  if (paused && now - *paused >= kLongestPause) {
    transfer.end(TransferEnd::kNoRoom,
                 fmt::format("{}: broken off: no memory for its body within {} ms",
                             transfer.endpoint().host, kLongestPause.count()));
    return true;
  }
  if (paused || !transfer.is_stalled(now)) return false;
  transfer.end(CURLE_OPERATION_TIMEDOUT);
  return true;
}

// Lets bodies go on that waited for memory, the oldest first. When it is full of bodies
// none of which is whole, one of them goes on beyond the limit: it will be read, and
// make room.
void CurlClient::resume_paused() {
  std::erase_if(unread_, [](const auto& room) { return room.expired(); });
  const auto now = real_time_.steady();
  for (Transfer* transfer : std::exchange(context_.paused, {})) {
    if (!transfer->paused_since()) paused_.push_back(transfer);
    transfer->paused(now);
  }
  if (paused_.empty()) return;
  std::ranges::sort(paused_, std::ranges::greater(), &Transfer::number);
  const MemoryBudget& memory = *options_.memory;
  while (!paused_.empty()) {
    const bool is_first =
        beyond_limit_ == 0 && unread_.empty() && !memory.waits_for_storage();
    if (memory.is_full() && !is_first) return;
    Transfer& oldest = *paused_.back();
    paused_.pop_back();
    const bool is_beyond = memory.is_full();
    if (is_beyond) beyond_limit_ = oldest.number;
    oldest.resume(
        now, is_beyond ? Transfer::Room::kBeyondLimit : Transfer::Room::kWithinLimit);
  }
}

void CurlClient::give_up_lookups(SteadyTime now) {
  for (auto& [name, waiting] : resolving_) {
    for (auto& transfer : waiting) {
      if (transfer->give_up > now) continue;
      transfer->end(TransferEnd::kTimedOut,
                    fmt::format("{}: the name was not found within {} ms", name,
                                transfer->limits().connect.count()));
      ended_.push_back(std::move(transfer));
    }
    std::erase(waiting, nullptr);
  }
  std::erase_if(resolving_, [](const auto& entry) { return entry.second.empty(); });
}

void CurlClient::poll(Milliseconds max_wait) {
  const auto deadline = real_time_.steady() + max_wait;
  while (true) {
    deliver_lookups();
    begin_ready();
    const auto left = std::max(deadline - real_time_.steady(), Milliseconds(0));
    const auto wait = in_flight_ > 0 ? std::min(left, kWatchInterval) : left;
    const bool has_news = !ended_.empty() || !looked_up_.empty();
    loop_.run(has_news ? Milliseconds(0) : wait);
    resume_paused();
    collect_ended();
    watch();
    if (has_news || !ended_.empty() || woken_.exchange(false) ||
        real_time_.steady() >= deadline) {
      break;
    }
  }
  call_back();
}

void CurlClient::call_back() {
  for (const auto& [asked, addresses] : std::exchange(looked_up_, {})) {
    for (const LookedUp& done : asked) done(addresses);
  }
  std::vector<TransferPtr> ended;
  ended.swap(ended_);
  for (auto& transfer : ended) {
    --in_flight_;
    transfer->deliver();
    transfer.reset();
  }
}

}  // namespace

std::unique_ptr<Client> make_curl_client(ClientOptions options, const Clock& clock) {
  prepare_libcurl();
  return std::make_unique<CurlClient>(std::move(options), clock);
}

}  // namespace curlew::http
