#include "fetch/polite_queue.h"

#include <algorithm>

#include "base/check.h"
#include "url/domain.h"

namespace curlew::fetch {
namespace {

// Hosts that have nothing to do are forgotten when there are more than this.
constexpr std::size_t kHostsRemembered = 50'000;
// They are also forgotten this often.
constexpr Milliseconds kForgetEvery = std::chrono::hours(24);
// Servers close idle connections after a few seconds; keeping ours longer is in vain.
constexpr Milliseconds kConnectionWorthKeeping{5'000};
constexpr SteadyTime kLongAgo = SteadyTime::min();

// When the next request may start. Times are cut off to whole milliseconds, so one more
// keeps the gap from being a fraction too short.
SteadyTime after(SteadyTime last, Milliseconds delay) {
  if (last == kLongAgo || delay <= Milliseconds(0)) return last;
  return last + delay + Milliseconds(1);
}

// How long a request is thought to take before one was made: an owner that nobody has
// asked yet has work to do, too.
constexpr Milliseconds kUsualAtFirst{1'000};

// What a request usually takes moves a quarter of the way to what the last one took.
Milliseconds moved_towards(Milliseconds usual, Milliseconds took) {
  return (3 * usual + took) / 4;
}

template <typename Map>
auto& found_or_made(Map& map, typename Map::key_type key, std::size_t limit) {
  auto& entry = map[std::move(key)];
  if (!entry) entry = std::make_unique<typename Map::mapped_type::element_type>(limit);
  return *entry;
}

}  // namespace

std::size_t routine_share(std::size_t places) {
  return std::max<std::size_t>(places / 2, 1);
}

std::size_t source_share(std::size_t places) {
  return std::max<std::size_t>(places / 10, 1);
}

std::string owner_of(std::string_view host, const Politeness& politeness) {
  return politeness.group_by_domain ? url::registrable_domain(host) : std::string(host);
}

struct PoliteQueue::Host {
  Gate gate;
  Gate* owner = nullptr;
  SteadyTime last = kLongAgo;  // A request to it began or ended.
  Milliseconds delay{0};       // That the last request asks for behind it.
  SteadyTime held_until = kLongAgo;
  std::size_t waiting = 0;
  std::map<Milliseconds, std::size_t> delays;  // Of those that wait, and how many.

  // Both neighbours' delays hold: the one before may be the robots.txt that has just
  // said how long to wait, or the one behind a robots.txt fetched anew.
  Milliseconds gap() const {
    return delays.empty() ? delay : std::max(delay, delays.rbegin()->first);
  }
  SteadyTime ready(Milliseconds wanted) const {
    return std::max(after(last, wanted), held_until);
  }
  void add_waiting(Milliseconds wanted) {
    ++waiting;
    ++delays[wanted];
  }
  void remove_waiting(Milliseconds wanted) {
    --waiting;
    const auto found = delays.find(wanted);
    if (--found->second == 0) delays.erase(found);
  }
};

struct PoliteQueue::Address {
  explicit Address(std::size_t limit)
      : places(limit), gate(limit), routine(routine_share(limit)) {}
  const std::size_t places;
  Gate gate;
  Gate routine;
  Known<std::int64_t, Gate> sources;
  std::size_t waiting = 0;
};

PoliteQueue::PoliteQueue(const Politeness& politeness)
    : politeness_(politeness),
      queue_(politeness.total),
      routine_(routine_share(politeness.total)),
      forget_at_(kHostsRemembered) {
  CHECK(politeness.per_host > 0 && politeness.total > 0 && politeness.per_address > 0);
}

PoliteQueue::~PoliteQueue() = default;

void PoliteQueue::push(const Entry& entry) {
  Host& host = host_of(entry.host);
  const Milliseconds delay = std::max(
      politeness_.host_delay, std::min(entry.crawl_delay, politeness_.max_crawl_delay));
  const SteadyTime ready = host.ready(std::max(host.gap(), delay));
  if (ready > entry.deadline) {
    late_.push_back({entry.job, ready});
    return;
  }
  if (ready > host.gate.opens()) queue_.set_opening(host.gate, ready);
  Address* const address = address_of(entry.address);
  queue_.push({.id = entry.job,
               .urgency = entry.urgency,
               .group = host.owner,
               .gates = gates_of(entry, host, address),
               .delay = delay,
               .overdue = entry.overdue});
  waiting_.emplace(entry.job,
                   Waiting{&host, address, delay, entry.deadline, entry.overdue});
  host.add_waiting(delay);
  if (address) ++address->waiting;
}

std::vector<Gate*> PoliteQueue::gates_of(const Entry& entry, Host& host,
                                         Address* address) {
  std::vector<Gate*> gates{&host.gate, host.owner};
  if (address) gates.push_back(&address->gate);
  if (entry.urgency == Urgency::kSoon || entry.source == 0) return gates;
  if (address) {
    gates.push_back(&address->routine);
    gates.push_back(
        &found_or_made(address->sources, entry.source, source_share(address->places)));
  }
  gates.push_back(
      &found_or_made(sources_, entry.source, source_share(politeness_.total)));
  gates.push_back(&routine_);
  return gates;
}

std::optional<PoliteQueue::Turn> PoliteQueue::pop(SteadyTime now) {
  const auto job = queue_.pop(now);
  if (!job) return std::nullopt;
  const auto entry = waiting_.extract(*job);
  const Waiting& waiting = entry.mapped();
  Host& host = *waiting.host;
  host.remove_waiting(waiting.delay);
  host.delay = waiting.delay;
  host.last = now;
  queue_.set_opening(host.gate, host.ready(host.gap()));
  queue_.set_opening(*host.owner, after(now, politeness_.host_delay));
  if (waiting.address) {
    --waiting.address->waiting;
    queue_.set_opening(waiting.address->gate, after(now, politeness_.address_delay));
  }
  running_.emplace(*job, Running{&host, now});
  return Turn{*job, host.waiting > 0 && host.gap() <= kConnectionWorthKeeping};
}

void PoliteQueue::finish(JobId job, SteadyTime now) {
  const auto ended = running_.extract(job);
  CHECK(!ended.empty());
  const auto& [host, started] = ended.mapped();
  host->last = now;
  queue_.set_opening(host->gate, host->ready(host->gap()));
  queue_.set_opening(*host->owner, after(now, politeness_.host_delay));
  queue_.set_usual_time(*host->owner,
                        moved_towards(queue_.usual_time(*host->owner), now - started));
  queue_.finish(job, now);
  if (!forget_next_) forget_next_ = now + kForgetEvery;
  if (hosts_.size() > forget_at_ || now >= *forget_next_) forget_idle(now);
}

void PoliteQueue::hold(std::string_view name, SteadyTime until) {
  Host& host = host_of(name);
  host.held_until = std::max(host.held_until, until);
  if (host.held_until <= host.gate.opens()) return;
  queue_.set_opening(host.gate, host.held_until);
  if (host.waiting == 0) return;
  // Deadlines grow with the ids.
  for (auto next = waiting_.begin();
       next != waiting_.end() && next->second.deadline < host.held_until;) {
    const auto waiting = next++;
    if (waiting->second.host != &host) continue;
    late_.push_back({waiting->first, host.held_until});
    remove(waiting);
  }
}

void PoliteQueue::hurry(JobId job) {
  const auto found = waiting_.find(job);
  if (found == waiting_.end()) return;
  const Waiting& waiting = found->second;
  queue_.remove(job);
  std::vector<Gate*> gates{&waiting.host->gate, waiting.host->owner};
  if (waiting.address) gates.push_back(&waiting.address->gate);
  queue_.push({.id = job,
               .urgency = Urgency::kSoon,
               .group = waiting.host->owner,
               .gates = std::move(gates),
               .delay = waiting.delay,
               .overdue = waiting.overdue});
}

void PoliteQueue::expect(std::string_view host, int more) {
  queue_.expect(*host_of(host).owner, more, politeness_.host_delay);
}

std::optional<PoliteQueue::Late> PoliteQueue::pop_late(SteadyTime now) {
  if (late_.empty() && !waiting_.empty()) {
    const auto oldest = waiting_.begin();
    if (oldest->second.deadline > now) return std::nullopt;
    late_.push_back({oldest->first, oldest->second.host->gate.opens()});
    remove(oldest);
  }
  if (late_.empty()) return std::nullopt;
  const Late late = late_.front();
  late_.pop_front();
  return late;
}

std::optional<SteadyTime> PoliteQueue::next_event() const {
  if (!late_.empty()) return kLongAgo;
  if (waiting_.empty()) return std::nullopt;
  const SteadyTime deadline = waiting_.begin()->second.deadline;
  return std::min(deadline, queue_.next_event().value_or(deadline));
}

std::size_t PoliteQueue::waiting_for_address(std::string_view address) const {
  const auto known = addresses_.find(std::string(address));
  return known == addresses_.end() ? 0 : known->second->waiting;
}

PoliteQueue::Host& PoliteQueue::host_of(std::string_view name) {
  std::unique_ptr<Host>& host = hosts_[std::string(name)];
  if (!host) {
    host = std::make_unique<Host>();
    host->owner = &owner_of(name);
  }
  return *host;
}

Gate& PoliteQueue::owner_of(std::string_view host) {
  Gate& owner =
      found_or_made(owners_, fetch::owner_of(host, politeness_), politeness_.per_host);
  if (queue_.usual_time(owner) == Milliseconds(0)) {
    queue_.set_usual_time(owner, kUsualAtFirst);
  }
  return owner;
}

PoliteQueue::Address* PoliteQueue::address_of(std::string_view address) {
  if (address.empty()) return nullptr;
  return &found_or_made(addresses_, std::string(address), politeness_.per_address);
}

void PoliteQueue::remove(WaitingJobs::iterator waiting) {
  waiting->second.host->remove_waiting(waiting->second.delay);
  if (waiting->second.address) --waiting->second.address->waiting;
  queue_.remove(waiting->first);
  waiting_.erase(waiting);
}

void PoliteQueue::forget_idle(SteadyTime now) {
  const auto is_idle = [&](const auto& entry) { return entry.second->is_idle(now); };
  std::erase_if(sources_, is_idle);
  std::erase_if(addresses_, [&](const auto& entry) {
    std::erase_if(entry.second->sources, is_idle);
    return entry.second->sources.empty() && entry.second->gate.is_idle(now);
  });
  std::erase_if(hosts_, [&](const auto& entry) {
    return entry.second->gate.is_idle(now) && entry.second->owner->is_idle(now);
  });
  // An owner is forgotten with the last of its hosts.
  std::unordered_map<const Gate*, bool> has_hosts;
  for (const auto& [name, host] : hosts_) has_hosts[host->owner] = true;
  std::erase_if(owners_, [&](const auto& entry) {
    return !has_hosts.contains(entry.second.get());
  });
  forget_at_ = std::max(kHostsRemembered, 2 * hosts_.size());
  forget_next_ = now + kForgetEvery;
}

}  // namespace curlew::fetch
