#include "schedule/estimate/replay.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace curlew::schedule {
namespace {

constexpr double kLongAgo = -std::numeric_limits<double>::infinity();
constexpr double kNever = std::numeric_limits<double>::infinity();
// The fetcher counts in whole milliseconds and adds one to each delay, so that no gap
// is a fraction too short.
constexpr double kGrain = 0.001;
// Times that are sums of others differ in their last digits where they are the same.
constexpr double kSame = 1e-6;

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

// The fetcher counts in whole milliseconds.
std::int64_t to_ms(double seconds) { return std::llround(seconds * 1000); }

struct Host {
  std::uint32_t owner = 0;
  double delay = 0;
  double last = kLongAgo;          // A request to it began or ended.
  std::uint64_t waiting = 0;       // Requests that may start when it is ready.
  std::uint64_t after_robots = 0;  // Those that wait for the robots.txt.

  double ready() const { return after(last, delay); }
};

// The most work, the one unasked for longest (in milliseconds), the lowest number.
using Rank = std::tuple<std::int64_t, std::int64_t, std::uint32_t>;

struct Owner {
  std::size_t running = 0;
  double last = kLongAgo;
  Moments hosts;  // With requests waiting. May be too early: hosts only get later.
  std::uint64_t requests = 0;     // That wait, also for a robots.txt.
  std::int64_t delays_ms = 0;     // Of all of them.
  std::int64_t usual_ms = 1'000;  // That a request takes; at first a guess.
  bool is_listed = false;
  double place = 0;          // In Replay::ready_, while it is listed.
  std::optional<Rank> rank;  // In Replay::candidates_, when that time has come.
};

struct Download {
  double end;
  std::uint32_t host;
  double start;
  std::uint64_t sequence;
  // Those that end together are delivered as they began.
  bool operator>(const Download& other) const {
    const bool is_apart = std::abs(end - other.end) > kSame;
    return is_apart ? end > other.end : sequence > other.sequence;
  }
};

class Replay {
 public:
  Replay(const CrawlPlan& plan, const DrawDownload& draw);
  Replayed run(double end_of_crawl);

 private:
  void add_host(const PlannedHost& planned, std::uint32_t owner, RobotsTxt robots);
  std::optional<double> next_start();
  void start_all(double now);
  void start(std::uint32_t owner, double now);
  void finish(const Download& download);
  void list(std::uint32_t number, double now);
  void unlist(Owner& owner);
  double first_ready(Owner& owner);

  const CrawlLimits limits_;
  const double owner_delay_;
  const DrawDownload& draw_;
  std::vector<Host> hosts_;
  std::vector<Owner> owners_;
  Moments ready_;  // Owners; entries that are not their owner's place are stale.
  std::set<Rank> candidates_;
  std::priority_queue<Download, std::vector<Download>, std::greater<>> running_;
  std::uint64_t started_ = 0;
  std::size_t peak_ = 0;
  std::uint64_t documents_ = 0;
};

Replay::Replay(const CrawlPlan& plan, const DrawDownload& draw)
    : limits_(plan.limits), owner_delay_(plan.limits.owner_delay.count()), draw_(draw) {
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (const PlannedHost& host : plan.hosts) {
    const auto [known, is_new] = numbers.try_emplace(host.owner, owners_.size());
    if (is_new) owners_.emplace_back();
    add_host(host, known->second, plan.robots);
  }
  for (std::uint32_t owner = 0; owner < owners_.size(); ++owner) list(owner, 0);
}

// Before its robots.txt is read, nobody knows of a delay of the host's own.
void Replay::add_host(const PlannedHost& planned, std::uint32_t number,
                      RobotsTxt robots) {
  Host host{.owner = number,
            .delay = std::max(planned.delay.count(), owner_delay_),
            .waiting = planned.documents};
  Owner& owner = owners_[number];
  owner.requests += planned.documents;
  if (robots == RobotsTxt::kAskedFor && planned.documents > 0) {
    host.after_robots = planned.documents;
    host.waiting = 1;
    ++owner.requests;
    owner.delays_ms += (planned.documents + 1) * to_ms(owner_delay_);
  } else {
    owner.delays_ms += planned.documents * to_ms(host.delay);
  }
  const auto index = static_cast<std::uint32_t>(hosts_.size());
  if (host.waiting > 0) owner.hosts.push({host.ready(), index});
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

// Its entry in ready_ becomes stale.
void Replay::unlist(Owner& owner) {
  if (owner.rank) candidates_.erase(*owner.rank);
  owner.rank.reset();
  owner.is_listed = false;
}

// Puts the owner where it belongs now.
void Replay::list(std::uint32_t number, double now) {
  Owner& owner = owners_[number];
  unlist(owner);
  owner.is_listed = !owner.hosts.empty() && owner.running < limits_.per_owner;
  if (!owner.is_listed) return;
  owner.place = std::max(after(owner.last, owner_delay_), first_ready(owner));
  if (owner.place > now + kSame) {
    ready_.push({owner.place, number});
    return;
  }
  const std::int64_t work =
      owner.delays_ms + owner.usual_ms * static_cast<std::int64_t>(owner.requests);
  const bool is_new = owner.last == kLongAgo;
  owner.rank = {-work, is_new ? INT64_MIN : to_ms(owner.last), number};
  candidates_.insert(*owner.rank);
}

std::optional<double> Replay::next_start() {
  if (running_.size() >= limits_.total) return std::nullopt;
  while (!ready_.empty()) {
    const Moment first = ready_.top();
    const Owner& owner = owners_[first.number];
    if (owner.is_listed && !owner.rank && owner.place == first.at) return first.at;
    ready_.pop();
  }
  return std::nullopt;
}

void Replay::start_all(double now) {
  while (running_.size() < limits_.total) {
    for (auto ready = next_start(); ready && *ready <= now + kSame;
         ready = next_start()) {
      const std::uint32_t owner = ready_.top().number;
      ready_.pop();
      list(owner, now);
    }
    if (candidates_.empty()) return;
    start(std::get<std::uint32_t>(*candidates_.begin()), now);
  }
}

void Replay::start(std::uint32_t owner_number, double now) {
  Owner& owner = owners_[owner_number];
  const std::uint32_t number = owner.hosts.top().number;
  owner.hosts.pop();
  Host& host = hosts_[number];
  host.last = owner.last = now;
  ++owner.running;
  --owner.requests;
  owner.delays_ms -= to_ms(host.after_robots > 0 ? owner_delay_ : host.delay);
  if (--host.waiting > 0) owner.hosts.push({host.ready(), number});
  running_.push({now + std::max(0.0, draw_(number).count()), number, now, ++started_});
  peak_ = std::max(peak_, running_.size());
  list(owner_number, now);
}

void Replay::finish(const Download& download) {
  Host& host = hosts_[download.host];
  Owner& owner = owners_[host.owner];
  host.last = owner.last = download.end;
  --owner.running;
  const std::int64_t took = to_ms(download.end - download.start);
  owner.usual_ms = (3 * owner.usual_ms + took) / 4;
  if (host.after_robots > 0) {
    host.waiting = std::exchange(host.after_robots, 0);
    owner.delays_ms += static_cast<std::int64_t>(host.waiting) *
                       (to_ms(host.delay) - to_ms(owner_delay_));
    owner.hosts.push({host.ready(), download.host});
  } else {
    ++documents_;
  }
  list(host.owner, download.end);
}

// As the fetcher does it: start what is due, take what has ended, start what may start
// because of that.
Replayed Replay::run(double end_of_crawl) {
  double now = 0;
  double busy = 0;
  while (true) {
    start_all(now);
    while (!running_.empty() && running_.top().end <= now + kSame) {
      const Download ended = running_.top();
      running_.pop();
      finish(ended);
    }
    start_all(now);
    double next = running_.empty() ? kNever : running_.top().end;
    if (const auto ready = next_start()) next = std::min(next, std::max(now, *ready));
    if (next == kNever || next > end_of_crawl) {
      return {Seconds(now), peak_, now > 0 ? busy / now : 0, documents_};
    }
    busy += (next - now) * double(running_.size());
    now = next;
  }
}

}  // namespace

Replayed replay_crawl(const CrawlPlan& plan, const DrawDownload& draw, Seconds end) {
  return Replay(plan, draw).run(end.count());
}

}  // namespace curlew::schedule
