#include "fetch/polite_queue.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "url/domain.h"

namespace curlew::fetch {
namespace {

// Hosts that have nothing to do are forgotten when there are more than this.
constexpr std::size_t kHostsRemembered = 50'000;
// And once a day: hosts change their addresses, and those of a large provider share
// them in turn, so that in the end all of its customers would be one owner.
constexpr Milliseconds kForgetEvery = std::chrono::hours(24);
// Servers close idle connections after a few seconds; keeping ours longer is in vain.
constexpr Milliseconds kConnectionWorthKeeping{5'000};
constexpr SteadyTime kLongAgo = SteadyTime::min();

using Rank = std::pair<int, JobId>;  // kSoon first, then the older one.

Rank rank_of(JobId job, Urgency urgency) {
  return {urgency == Urgency::kSoon ? 0 : 1, job};
}

// When the next request may start. Times are cut off to whole milliseconds, so one more
// keeps the gap from being a fraction too short.
SteadyTime after(SteadyTime last, Milliseconds delay) {
  if (last == kLongAgo || delay <= Milliseconds(0)) return last;
  return last + delay + Milliseconds(1);
}

// The name that a host shares with others before anything of it is seen; empty for
// none.
std::string owner_key(std::string_view host, const Politeness& politeness) {
  if (!url::is_ip_address(host)) {
    return politeness.group_by_domain ? url::registrable_domain(host) : std::string();
  }
  if (!politeness.group_by_address) return {};
  const bool is_bracketed = host.starts_with('[');
  return std::string(is_bracketed ? host.substr(1, host.size() - 2) : host);
}

}  // namespace

struct PoliteQueue::Host {
  OwnerPtr owner;
  SteadyTime last = kLongAgo;  // A request to it began or ended.
  Milliseconds delay{0};       // That the last request asks for behind it.
  SteadyTime held_until = kLongAgo;
  std::map<Rank, Milliseconds> jobs;  // With the delay that each asks for.
  std::pair<SteadyTime, Rank> place;  // In its owner's list, while it has jobs.

  // Both neighbours' delays hold: the one before may be the robots.txt that has just
  // said how long to wait, or the one behind a robots.txt fetched anew.
  SteadyTime ready() const {
    const Milliseconds ahead = jobs.empty() ? delay : jobs.begin()->second;
    return std::max(after(last, std::max(delay, ahead)), held_until);
  }
};

struct PoliteQueue::Owner {
  std::uint64_t id = 0;
  Milliseconds delay{0};
  SteadyTime last = kLongAgo;
  std::size_t running = 0;
  std::map<std::pair<SteadyTime, Rank>, Host*> hosts;  // Those with jobs.
  std::vector<Host*> members;                          // All of them.
  std::vector<std::string> keys;                       // Its names in owners_.
  std::optional<SteadyTime> place;                     // In ready_.
  bool is_idle = false;                                // For forget_idle().

  SteadyTime ready() const {
    return std::max(after(last, delay), hosts.begin()->first.first);
  }
};

PoliteQueue::PoliteQueue(const Politeness& politeness)
    : politeness_(politeness), forget_at_(kHostsRemembered) {
  CHECK(politeness.per_host > 0 && politeness.total > 0);
}

PoliteQueue::~PoliteQueue() = default;

void PoliteQueue::push(const Entry& entry) {
  Host& host = host_of(entry.host);
  const Milliseconds delay = std::max(
      politeness_.host_delay, std::min(entry.crawl_delay, politeness_.max_crawl_delay));
  update(host, [&] { host.jobs.emplace(rank_of(entry.job, entry.urgency), delay); });
  const auto waiting =
      waiting_.emplace(entry.job, Waiting{&host, entry.urgency, entry.deadline}).first;
  if (host.ready() > entry.deadline) {
    late_.push_back({entry.job, host.ready()});
    remove(waiting);
  }
}

std::optional<PoliteQueue::Turn> PoliteQueue::pop(SteadyTime now) {
  if (running_.size() >= politeness_.total || ready_.empty()) return std::nullopt;
  const auto& [place, owner] = *ready_.begin();
  if (place.first > now) return std::nullopt;
  Host& host = *owner->hosts.begin()->second;
  const JobId job = host.jobs.begin()->first.second;
  waiting_.erase(job);
  update(host, [&] {
    host.delay = host.jobs.begin()->second;
    host.jobs.erase(host.jobs.begin());
    host.last = host.owner->last = now;
    ++host.owner->running;
  });
  running_.emplace(job, &host);
  const bool others_wait = !host.jobs.empty() && host.delay <= kConnectionWorthKeeping;
  return Turn{job, others_wait};
}

void PoliteQueue::finish(JobId job, std::string_view address, SteadyTime now) {
  const auto running = running_.find(job);
  CHECK(running != running_.end());
  Host& host = *running->second;
  running_.erase(running);
  update(host, [&] {
    host.last = host.owner->last = now;
    --host.owner->running;
  });
  if (politeness_.group_by_address && !address.empty()) join(*host.owner, address);
  if (!forget_next_) forget_next_ = now + kForgetEvery;
  if (hosts_.size() > forget_at_ || now >= *forget_next_) forget_idle(now);
}

void PoliteQueue::hold(std::string_view name, SteadyTime until) {
  Host& host = host_of(name);
  update(host, [&] { host.held_until = std::max(host.held_until, until); });
  const SteadyTime ready = host.ready();
  std::vector<JobId> jobs;
  for (const auto& [rank, delay] : host.jobs) jobs.push_back(rank.second);
  for (const JobId job : jobs) {
    const auto waiting = waiting_.find(job);
    if (waiting->second.deadline >= ready) continue;
    late_.push_back({job, ready});
    remove(waiting);
  }
}

std::optional<PoliteQueue::Late> PoliteQueue::pop_late(SteadyTime now) {
  if (late_.empty() && !waiting_.empty()) {
    const auto oldest = waiting_.begin();
    if (oldest->second.deadline > now) return std::nullopt;
    late_.push_back({oldest->first, oldest->second.host->ready()});
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
  SteadyTime next = waiting_.begin()->second.deadline;
  if (!ready_.empty() && running_.size() < politeness_.total) {
    next = std::min(next, ready_.begin()->first.first);
  }
  return next;
}

PoliteQueue::Host& PoliteQueue::host_of(std::string_view name) {
  std::unique_ptr<Host>& host = hosts_[std::string(name)];
  if (host) return *host;
  host = std::make_unique<Host>();
  host->owner = owner_of(owner_key(name, politeness_));
  host->owner->members.push_back(host.get());
  return *host;
}

PoliteQueue::OwnerPtr PoliteQueue::owner_of(const std::string& key) {
  if (!key.empty()) {
    if (const auto known = owners_.find(key); known != owners_.end()) {
      return known->second;
    }
  }
  auto owner = std::make_shared<Owner>();
  owner->id = next_owner_id_++;
  owner->delay = politeness_.host_delay;
  if (!key.empty()) {
    owner->keys.push_back(key);
    owners_.emplace(key, owner);
  }
  return owner;
}

void PoliteQueue::join(Owner& owner, std::string_view address) {
  const auto [entry, is_new] = owners_.try_emplace(std::string(address));
  if (is_new) {
    entry->second = owner.members.front()->owner;
    owner.keys.emplace_back(address);
    return;
  }
  Owner& other = *entry->second;
  if (&other == &owner) return;
  // The smaller into the larger: then no host moves more than log2(hosts) times.
  if (other.members.size() < owner.members.size()) {
    merge(other, owner);
  } else {
    merge(owner, other);
  }
}

void PoliteQueue::merge(Owner& from, Owner& into) {
  unlist(from);
  unlist(into);
  const OwnerPtr survivor = into.members.front()->owner;
  const OwnerPtr until_done = from.members.front()->owner;
  into.running += from.running;
  into.last = std::max(into.last, from.last);
  into.hosts.merge(from.hosts);
  for (Host* host : from.members) {
    host->owner = survivor;
    into.members.push_back(host);
  }
  for (std::string& key : from.keys) {
    owners_[key] = survivor;
    into.keys.push_back(std::move(key));
  }
  list(into);
}

void PoliteQueue::remove(WaitingJobs::iterator waiting) {
  Host& host = *waiting->second.host;
  const Rank rank = rank_of(waiting->first, waiting->second.urgency);
  waiting_.erase(waiting);
  update(host, [&] { host.jobs.erase(rank); });
}

template <typename Change>
void PoliteQueue::update(Host& host, Change change) {
  Owner& owner = *host.owner;
  unlist(owner);
  if (!host.jobs.empty()) owner.hosts.erase(host.place);
  change();
  if (!host.jobs.empty()) {
    host.place = {host.ready(), host.jobs.begin()->first};
    owner.hosts.emplace(host.place, &host);
  }
  list(owner);
}

void PoliteQueue::unlist(Owner& owner) {
  if (owner.place) ready_.erase({*owner.place, owner.id});
  owner.place.reset();
}

void PoliteQueue::list(Owner& owner) {
  if (owner.hosts.empty() || owner.running >= politeness_.per_host) return;
  owner.place = owner.ready();
  ready_.emplace(std::pair(*owner.place, owner.id), &owner);
}

// An owner is forgotten with all its hosts and names, or not at all. What is lost is
// that its hosts share an address; their next answers tell.
void PoliteQueue::forget_idle(SteadyTime now) {
  for (auto& [name, host] : hosts_) {
    const Owner& owner = *host->owner;
    host->owner->is_idle = owner.running == 0 && owner.hosts.empty() &&
                           after(owner.last, owner.delay) <= now;
  }
  for (auto& [name, host] : hosts_) {
    if (host->ready() > now) host->owner->is_idle = false;
  }
  std::erase_if(owners_, [](const auto& entry) { return entry.second->is_idle; });
  std::erase_if(hosts_, [](const auto& entry) { return entry.second->owner->is_idle; });
  forget_at_ = std::max(kHostsRemembered, 2 * hosts_.size());
  forget_next_ = now + kForgetEvery;
}

}  // namespace curlew::fetch
