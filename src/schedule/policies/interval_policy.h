// Policies that keep one interval for each source and move it after every visit, as a
// change was seen or none: the strategies of WOD, and what other crawlers do.

#pragma once

#include <cstdint>

#include "schedule/policy.h"

namespace curlew::schedule {

using Days = std::chrono::duration<double, std::ratio<86'400>>;

enum class ChangeState : std::uint8_t { kUnchanged, kChanged };

// Rounded up: a wait of a third of the observed time comes round three times in it, not
// four.
inline Time after(Time time, Days interval) {
  return time + std::chrono::ceil<Milliseconds>(interval);
}

// A policy only says how the interval moves after a visit. The first copy moves
// nothing: there is nothing yet that it could differ from. State: a flat struct with
// `kind`, beginning as its own default, and `interval`.
template <typename State>
class IntervalPolicy : public Policy {
 public:
  std::size_t state_bytes() const final { return sizeof(State); }

  Time first_visit(PolicyState& state, Time now, Random&) const final {
    state.set(State{});
    return now;
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms&) const final {
    State source = read(state.bytes());
    if (seen.previous) {
      source.interval = adapt(
          source, seen.has_changed() ? ChangeState::kChanged : ChangeState::kUnchanged);
    }
    state.set(source);
    return after(seen.at, source.interval);
  }

  // To such a policy a source changes about as often as it is visited.
  Belief belief(std::span<const std::byte> state, Time, const Terms&) const final {
    Belief belief;
    belief.rate_per_day = Days(1) / read(state).interval;
    return belief;
  }

 protected:
  // Records the visit and returns the interval wanted from now on.
  virtual Days adapt(State& source, ChangeState seen) const = 0;

 private:
  static State read(std::span<const std::byte> bytes) {
    const State fresh{};
    return bytes[0] == std::byte(fresh.kind) ? PolicyState::read_state<State>(bytes)
                                             : fresh;
  }
};

}  // namespace curlew::schedule
