// Requests in line before gates. A gate lets so many through at a time, and none before
// it opens: an owner, a host, a network address, a source's share of the places. A
// request starts when all of its gates are open and one of the `total` places is free.
//
// Who goes first when places are few:
//   - the soon before the routine;
//   - of these, the group with most work before it (a crawl is as long as its longest
//     host: 103 s by plain turns where 70 were enough), then the one unasked for
//     longest;
//   - whoever is overdue before all others of its urgency, so that nobody starves;
//   - within a group, the line whose first gate has been open for longest;
//   - before a gate of several groups, the oldest request.
//
// Requests with the same gates and urgency are one line, of which only the first can be
// next. A line waits at the first of its gates that is closed; a gate that opens offers
// its best line, and the next one when that is gone. So an operation costs O(log n),
// plus as much for each line that finds another gate closed on its way.
//
// Time enters as an argument. Not thread-safe.

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/time.h"

namespace curlew::fetch {

// kSoon goes before kRoutine.
enum class Urgency { kSoon, kRoutine };

// The queue's name for a request. Later requests have larger ids: among equals the
// smallest goes first, so that a request keeps its place over its redirects.
using JobId = std::uint64_t;

class FairQueue;

class Gate {
 public:
  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

  explicit Gate(std::size_t limit = kAnyNumber) : limit_(limit) {}
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  bool is_open(SteadyTime now) const { return running_ < limit_ && opens_ <= now; }
  SteadyTime opens() const { return opens_; }
  std::size_t running() const { return running_; }
  // Requests in line that have it as their group.
  std::size_t waiting() const { return jobs_; }
  // Nothing of it is worth remembering.
  bool is_idle(SteadyTime now) const {
    return lines_ == 0 && running_ == 0 && expected_ == 0 && !timer_ && opens_ <= now;
  }

 private:
  friend class FairQueue;
  struct Line;
  // Urgency, since when its first gate is open, oldest request.
  using Place = std::tuple<Urgency, SteadyTime, JobId>;
  // Urgency, work (negative), last turn, number.
  using Rank = std::tuple<Urgency, std::int64_t, SteadyTime, std::uint64_t>;

  std::size_t limit_;
  std::size_t running_ = 0;
  SteadyTime opens_ = SteadyTime::min();
  // How many lines go through it.
  std::size_t lines_ = 0;
  std::map<Place, Line*> waiting_;
  // A line that it let through is a candidate.
  bool has_offer_ = false;
  // Its place in FairQueue::timers_.
  std::optional<SteadyTime> timer_;

  // As a group.
  std::size_t jobs_ = 0;
  std::size_t expected_ = 0;
  // The sum over all that wait and are expected.
  Milliseconds delays_{0};
  // What a request usually takes.
  Milliseconds usual_{0};
  SteadyTime last_turn_ = SteadyTime::min();
  // In the order of their first requests; 0: none yet.
  std::uint64_t number_ = 0;
  std::map<Place, Line*> candidates_;
  // Its place in FairQueue::groups_.
  std::optional<Rank> rank_;
};

class FairQueue {
 public:
  struct Job {
    JobId id = 0;
    Urgency urgency = Urgency::kRoutine;
    // One of its gates.
    Gate* group = nullptr;
    // In the order in which they are tried.
    std::vector<Gate*> gates;
    // What it costs its group beside its own time.
    Milliseconds delay{0};
    SteadyTime overdue = SteadyTime::max();
  };

  // The gates of all requests must outlive them.
  explicit FairQueue(std::size_t total);
  ~FairQueue();

  void push(const Job& job);
  // Takes out a request that waits.
  void remove(JobId job);

  // The request that may start at `now`, if any; it runs from now on.
  std::optional<JobId> pop(SteadyTime now);
  void finish(JobId job, SteadyTime now);

  // Nothing goes through before `opens`, which may be earlier than it was.
  void set_opening(Gate& gate, SteadyTime opens);
  void set_limit(Gate& gate, std::size_t limit) { gate.limit_ = limit; }
  void set_total(std::size_t total) { total_ = total; }

  // So many more requests of `group`, each with `delay`, will come; or fewer.
  void expect(Gate& group, int more, Milliseconds delay);
  // How long a request of `group` usually takes.
  void set_usual_time(Gate& group, Milliseconds usual);
  Milliseconds usual_time(const Gate& group) const { return group.usual_; }

  // When pop() may have something; nullopt when only a finish() or a push() can change
  // that.
  std::optional<SteadyTime> next_event() const;

  std::size_t waiting() const { return waiting_.size(); }
  std::size_t running() const { return running_.size(); }
  bool has_room() const { return running_.size() < total_; }

 private:
  using Line = Gate::Line;
  struct Key {
    Gate* group;
    std::vector<Gate*> gates;
    Urgency urgency;
    auto operator<=>(const Key&) const = default;
  };
  struct Waiting {
    Line* line;
    Milliseconds delay;
    SteadyTime overdue;
  };

  static Gate::Place place_of(const Line& line);
  static Gate::Place place_before(const Gate& gate, const Line& line);
  template <typename Change>
  void update(Gate& group, Change change);
  void set_timer(Gate& gate);
  void open_due(SteadyTime now);
  void offer(Gate& gate, SteadyTime now);
  void add_candidate(Line& line, Gate* offered_by);
  void park(Line& line, Gate& gate);
  // Out of where it waits; the gate that offered it, if any.
  Gate* take_out(Line& line);
  Gate* first_closed(const Line& line, SteadyTime now) const;
  Line& best_candidate(SteadyTime now) const;
  JobId start(Line& line, SteadyTime now);
  void take_job(Line& line, JobId job);
  void drop(Line& line);

  std::size_t total_;
  std::map<Key, Line> lines_;
  std::unordered_map<JobId, Waiting> waiting_;
  std::unordered_map<JobId, Key> running_;
  // Groups with candidates, best first.
  std::map<Gate::Rank, Gate*> groups_;
  // The first of each candidate.
  std::set<std::pair<Urgency, JobId>> by_age_;
  // Gates that open by themselves.
  std::set<std::pair<SteadyTime, Gate*>> timers_;
  std::uint64_t groups_seen_ = 0;
};

}  // namespace curlew::fetch
