#include "schedule/estimate/replay.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

namespace curlew::schedule {
namespace {

constexpr double kLongAgo = -std::numeric_limits<double>::infinity();
// The fetcher counts in whole milliseconds and adds one to each delay, so that no gap
// is a fraction too short.
constexpr double kGrain = 0.001;

double after(double last, double delay) {
  return delay <= 0 ? last : last + delay + kGrain;
}

// Something with a number that happens at a time; the earliest and lowest first.
struct Moment {
  double at;
  std::uint32_t number;
  bool operator>(const Moment& other) const {
    return at != other.at ? at > other.at : number > other.number;
  }
};
using Moments = std::priority_queue<Moment, std::vector<Moment>, std::greater<>>;

struct Host {
  std::uint32_t owner = 0;
  double delay = 0;
  double last = kLongAgo;          // A request to it began or ended.
  std::uint64_t waiting = 0;       // Requests that may start when it is ready.
  std::uint64_t after_robots = 0;  // Those that wait for the robots.txt.

  double ready() const { return after(last, delay); }
};

struct Owner {
  std::size_t running = 0;
  double last = kLongAgo;
  Moments hosts;  // With requests waiting. May be too early: hosts only get later.
  bool is_listed = false;
  double place = 0;  // In Replay::ready_, while it is listed.
};

class Replay {
 public:
  Replay(const CrawlPlan& plan, const DrawDownload& draw);
  Replayed run();

 private:
  void add_host(const PlannedHost& planned, std::uint32_t owner, RobotsTxt robots);
  std::optional<double> next_start();
  void start_first(double now);
  void finish(std::uint32_t number, double now);
  void list(std::uint32_t number);
  double first_ready(Owner& owner);

  const CrawlLimits limits_;
  const double owner_delay_;
  const DrawDownload& draw_;
  std::vector<Host> hosts_;
  std::vector<Owner> owners_;
  Moments ready_;  // Owners; entries that are not their owner's place are stale.
  Moments ends_;   // Hosts whose request ends then.
  std::size_t peak_ = 0;
};

Replay::Replay(const CrawlPlan& plan, const DrawDownload& draw)
    : limits_(plan.limits), owner_delay_(plan.limits.owner_delay.count()), draw_(draw) {
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (const PlannedHost& host : plan.hosts) {
    const auto [known, is_new] = numbers.try_emplace(host.owner, owners_.size());
    if (is_new) owners_.emplace_back();
    add_host(host, known->second, plan.robots);
  }
  for (std::uint32_t owner = 0; owner < owners_.size(); ++owner) list(owner);
}

void Replay::add_host(const PlannedHost& planned, std::uint32_t owner,
                      RobotsTxt robots) {
  Host host{.owner = owner,
            .delay = std::max(planned.delay.count(), owner_delay_),
            .waiting = planned.documents};
  if (robots == RobotsTxt::kAskedFor && planned.documents > 0) {
    host.after_robots = planned.documents;
    host.waiting = 1;
  }
  const auto number = static_cast<std::uint32_t>(hosts_.size());
  if (host.waiting > 0) owners_[owner].hosts.push({host.ready(), number});
  hosts_.push_back(host);
}

// When the owner's first host may be asked.
double Replay::first_ready(Owner& owner) {
  while (true) {
    const Moment first = owner.hosts.top();
    const double ready = hosts_[first.number].ready();
    if (ready <= first.at) return ready;
    owner.hosts.pop();
    owner.hosts.push({ready, first.number});
  }
}

// Puts the owner where it belongs now; its earlier entry becomes stale.
void Replay::list(std::uint32_t number) {
  Owner& owner = owners_[number];
  owner.is_listed = !owner.hosts.empty() && owner.running < limits_.per_owner;
  if (!owner.is_listed) return;
  owner.place = std::max(after(owner.last, owner_delay_), first_ready(owner));
  ready_.push({owner.place, number});
}

std::optional<double> Replay::next_start() {
  if (ends_.size() >= limits_.total) return std::nullopt;
  while (!ready_.empty()) {
    const Moment first = ready_.top();
    const Owner& owner = owners_[first.number];
    if (owner.is_listed && owner.place == first.at) return first.at;
    ready_.pop();
  }
  return std::nullopt;
}

void Replay::start_first(double now) {
  const std::uint32_t owner_number = ready_.top().number;
  ready_.pop();
  Owner& owner = owners_[owner_number];
  const std::uint32_t number = owner.hosts.top().number;
  owner.hosts.pop();
  Host& host = hosts_[number];
  host.last = owner.last = now;
  ++owner.running;
  if (--host.waiting > 0) owner.hosts.push({host.ready(), number});
  ends_.push({now + std::max(0.0, draw_(number).count()), number});
  peak_ = std::max(peak_, ends_.size());
  list(owner_number);
}

void Replay::finish(std::uint32_t number, double now) {
  Host& host = hosts_[number];
  Owner& owner = owners_[host.owner];
  host.last = owner.last = now;
  --owner.running;
  if (host.after_robots > 0) {
    host.waiting = std::exchange(host.after_robots, 0);
    owner.hosts.push({host.ready(), number});
  }
  list(host.owner);
}

Replayed Replay::run() {
  double now = 0;
  double busy = 0;
  while (true) {
    const std::optional<double> start = next_start();
    if (start && (ends_.empty() || *start <= std::max(now, ends_.top().at))) {
      const double at = std::max(now, *start);
      busy += (at - now) * double(ends_.size());
      now = at;
      start_first(now);
    } else if (!ends_.empty()) {
      const Moment end = ends_.top();
      busy += (end.at - now) * double(ends_.size());
      now = end.at;
      ends_.pop();
      finish(end.number, now);
    } else {
      return {Seconds(now), peak_, now > 0 ? busy / now : 0};
    }
  }
}

}  // namespace

Replayed replay_crawl(const CrawlPlan& plan, const DrawDownload& draw) {
  return Replay(plan, draw).run();
}

}  // namespace curlew::schedule
