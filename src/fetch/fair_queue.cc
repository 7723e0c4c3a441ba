#include "fetch/fair_queue.h"

#include <algorithm>

#include "base/check.h"

namespace curlew::fetch {

// Requests with the same gates. At any time it is a candidate of its group, or waits at
// a gate that was closed when it was tried, or is being moved.
struct Gate::Line {
  Gate* group = nullptr;
  const std::vector<Gate*>* gates = nullptr;
  Urgency urgency = Urgency::kRoutine;
  std::set<JobId> jobs;
  Gate* parked_at = nullptr;
  bool is_candidate = false;
  Gate* offered_by = nullptr;
  Place place;  // Where it waits or is a candidate.
};

FairQueue::FairQueue(std::size_t total) : total_(total) {}

FairQueue::~FairQueue() = default;

Gate::Place FairQueue::place_of(const Line& line) {
  return {line.urgency, line.gates->front()->opens_, *line.jobs.begin()};
}

// Before a gate of several groups the oldest request is the first. By the time since
// its host may be asked, the second request to an idle host would go before the first
// to another that has just shown its robots.txt.
Gate::Place FairQueue::place_before(const Gate& gate, const Line& line) {
  Gate::Place place = place_of(line);
  const bool is_own = &gate == line.group || &gate == line.gates->front();
  if (!is_own) std::get<SteadyTime>(place) = SteadyTime::min();
  return place;
}

// A group stands in its list by what `change` may change.
template <typename Change>
void FairQueue::update(Gate& group, Change change) {
  if (group.rank_) groups_.erase(*group.rank_);
  group.rank_.reset();
  change();
  if (group.candidates_.empty()) return;
  const std::int64_t work =
      (group.delays_ + group.usual_ * (group.jobs_ + group.expected_)).count();
  group.rank_ = {std::get<Urgency>(group.candidates_.begin()->first), -work,
                 group.last_turn_, group.number_};
  groups_.emplace(*group.rank_, &group);
}

void FairQueue::push(const Job& job) {
  const auto [entry, is_new] = lines_.try_emplace({job.group, job.gates, job.urgency});
  Line& line = entry->second;
  if (is_new) {
    line.group = job.group;
    line.gates = &entry->first.gates;
    line.urgency = job.urgency;
    for (Gate* gate : job.gates) ++gate->lines_;
  }
  Gate* const parked_at = line.parked_at;
  Gate* const offered_by = line.jobs.empty() ? nullptr : take_out(line);
  line.jobs.insert(job.id);
  CHECK(waiting_.emplace(job.id, Waiting{&line, job.delay, job.overdue}).second);
  update(*job.group, [&] {
    if (job.group->number_ == 0) job.group->number_ = ++groups_seen_;
    ++job.group->jobs_;
    job.group->delays_ += job.delay;
  });
  if (parked_at) {
    park(line, *parked_at);
  } else {
    add_candidate(line, offered_by);
  }
}

void FairQueue::remove(JobId job) {
  Line& line = *waiting_.at(job).line;
  Gate* const parked_at = line.parked_at;
  Gate* const offered_by = take_out(line);
  take_job(line, job);
  if (!line.jobs.empty() && parked_at) {
    park(line, *parked_at);
  } else if (!line.jobs.empty()) {
    add_candidate(line, offered_by);
  } else {
    // Time is unknown here: the gate looks for another line when it is asked next.
    if (offered_by) set_timer(*offered_by);
    // A gate that nobody waits at may be deleted: its timer must not outlive it.
    if (parked_at && parked_at->waiting_.empty()) set_timer(*parked_at);
    drop(line);
  }
}

std::optional<JobId> FairQueue::pop(SteadyTime now) {
  if (!has_room()) return std::nullopt;
  open_due(now);
  while (!groups_.empty()) {
    Line& line = best_candidate(now);
    Gate* const offered_by = take_out(line);
    if (line.place != place_of(line)) {
      // Its first gate was moved meanwhile: another may be before it now.
      if (offered_by) {
        park(line, *offered_by);
        offer(*offered_by, now);
      } else {
        add_candidate(line, nullptr);
      }
      continue;
    }
    std::optional<JobId> job;
    if (Gate* closed = first_closed(line, now)) {
      park(line, *closed);
    } else {
      job = start(line, now);
    }
    if (offered_by) offer(*offered_by, now);
    if (job) return job;
  }
  return std::nullopt;
}

void FairQueue::finish(JobId job, SteadyTime now) {
  const auto ended = running_.extract(job);
  CHECK(!ended.empty());
  const Key& key = ended.mapped();
  update(*key.group, [&] { key.group->last_turn_ = now; });
  for (Gate* gate : key.gates) {
    --gate->running_;
    set_timer(*gate);
  }
}

void FairQueue::set_opening(Gate& gate, SteadyTime opens) {
  gate.opens_ = opens;
  set_timer(gate);
}

void FairQueue::expect(Gate& group, int more, Milliseconds delay) {
  update(group, [&] {
    group.expected_ += more;
    group.delays_ += delay * more;
  });
}

void FairQueue::set_usual_time(Gate& group, Milliseconds usual) {
  update(group, [&] { group.usual_ = usual; });
}

std::optional<SteadyTime> FairQueue::next_event() const {
  if (!has_room()) return std::nullopt;
  if (!groups_.empty()) return SteadyTime::min();
  if (timers_.empty()) return std::nullopt;
  return timers_.begin()->first;
}

// A gate with a line before it is looked at when it opens. One that is full is looked
// at when a request ends.
void FairQueue::set_timer(Gate& gate) {
  if (gate.timer_) timers_.erase({*gate.timer_, &gate});
  gate.timer_.reset();
  if (gate.waiting_.empty() || gate.running_ >= gate.limit_) return;
  gate.timer_ = gate.opens_;
  timers_.emplace(gate.opens_, &gate);
}

void FairQueue::open_due(SteadyTime now) {
  while (!timers_.empty() && timers_.begin()->first <= now) {
    Gate& gate = *timers_.begin()->second;
    timers_.erase(timers_.begin());
    gate.timer_.reset();
    offer(gate, now);
  }
}

// One line at a time: those behind it would find the gate closed again.
void FairQueue::offer(Gate& gate, SteadyTime now) {
  while (!gate.has_offer_ && !gate.waiting_.empty() && gate.is_open(now)) {
    Line& line = *gate.waiting_.begin()->second;
    take_out(line);
    if (line.place != place_before(gate, line)) {
      park(line, gate);
    } else if (Gate* closed = first_closed(line, now)) {
      park(line, *closed);
    } else {
      add_candidate(line, &gate);
    }
  }
  set_timer(gate);
  // Nothing to wait for while its offer stands; whoever takes that asks again.
  if (gate.has_offer_ && gate.timer_) {
    timers_.erase({*gate.timer_, &gate});
    gate.timer_.reset();
  }
}

void FairQueue::add_candidate(Line& line, Gate* offered_by) {
  line.place = place_of(line);
  line.is_candidate = true;
  line.offered_by = offered_by;
  if (offered_by) offered_by->has_offer_ = true;
  by_age_.emplace(line.urgency, *line.jobs.begin());
  update(*line.group, [&] { line.group->candidates_.emplace(line.place, &line); });
}

void FairQueue::park(Line& line, Gate& gate) {
  line.place = place_before(gate, line);
  line.parked_at = &gate;
  gate.waiting_.emplace(line.place, &line);
  if (!gate.has_offer_) set_timer(gate);
}

Gate* FairQueue::take_out(Line& line) {
  if (line.parked_at) {
    line.parked_at->waiting_.erase(line.place);
    line.parked_at = nullptr;
    return nullptr;
  }
  line.is_candidate = false;
  by_age_.erase({line.urgency, std::get<JobId>(line.place)});
  update(*line.group, [&] { line.group->candidates_.erase(line.place); });
  Gate* const offered_by = std::exchange(line.offered_by, nullptr);
  if (offered_by) offered_by->has_offer_ = false;
  return offered_by;
}

Gate* FairQueue::first_closed(const Line& line, SteadyTime now) const {
  const auto closed = std::find_if(line.gates->begin(), line.gates->end(),
                                   [&](Gate* gate) { return !gate->is_open(now); });
  return closed == line.gates->end() ? nullptr : *closed;
}

Gate::Line& FairQueue::best_candidate(SteadyTime now) const {
  Line& best = *groups_.begin()->second->candidates_.begin()->second;
  const auto& [urgency, oldest] = *by_age_.begin();
  const Waiting& waiting = waiting_.at(oldest);
  return urgency == best.urgency && waiting.overdue <= now ? *waiting.line : best;
}

JobId FairQueue::start(Line& line, SteadyTime now) {
  const JobId job = *line.jobs.begin();
  take_job(line, job);
  for (Gate* gate : *line.gates) ++gate->running_;
  update(*line.group, [&] { line.group->last_turn_ = now; });
  running_.emplace(job, Key{line.group, *line.gates, line.urgency});
  if (line.jobs.empty()) {
    drop(line);
  } else {
    add_candidate(line, nullptr);
  }
  return job;
}

void FairQueue::take_job(Line& line, JobId job) {
  const auto waiting = waiting_.extract(job);
  line.jobs.erase(job);
  update(*line.group, [&] {
    --line.group->jobs_;
    line.group->delays_ -= waiting.mapped().delay;
  });
}

void FairQueue::drop(Line& line) {
  for (Gate* gate : *line.gates) --gate->lines_;
  const Key key{line.group, *line.gates, line.urgency};
  lines_.erase(key);
}

}  // namespace curlew::fetch
