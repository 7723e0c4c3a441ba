// What the strategies of WOD §4 share: an interval that grows and shrinks within limits
// as snapshots show a change or none.

#pragma once

#include <algorithm>
#include <cstdint>

#include "schedule/policy.h"

namespace curlew::schedule {

using Days = std::chrono::duration<double, std::ratio<86'400>>;

// WOD §4.1: "fixed between a minimum and maximum value": one day and six months. The
// paper does not say where a document starts; with a week the figures of the design
// page come out.
inline constexpr Days kShortestInterval{1};
inline constexpr Days kLongestInterval{182};
inline constexpr Days kFirstInterval{7};
inline constexpr Days kOneWeek{7};
inline constexpr Days kOneMonth{30};
inline constexpr Days kTwoMonths{60};

enum class ChangeState : std::uint8_t { kUnchanged, kChanged };

inline Days within_limits(Days interval) {
  return std::clamp(interval, kShortestInterval, kLongestInterval);
}

// Rounded up: a wait of a third of the observed time comes round three times in it, not
// four.
inline Time after(Time time, Days interval) {
  return time + std::chrono::ceil<Milliseconds>(interval);
}

// Of window, state-1 and state-2: the likelier a change, the shorter the interval.
Days adapt_to_likelihood(Days interval, double likelihood);

// A strategy only says how the interval moves after a snapshot. The first copy is not
// one: there is nothing yet that it could differ from.
// State: a flat struct with `kind`, beginning as its own default, and `interval`.
template <typename State>
class DocumentPolicy : public Policy {
 public:
  std::size_t state_bytes() const final { return sizeof(State); }

  Time first_visit(PolicyState& state, Time now, Random&) const final {
    state.set(State{});
    return now;
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms&) const final {
    State document = read(state.bytes());
    if (seen.previous) {
      document.interval =
          within_limits(adapt(document, seen.new_items > 0 ? ChangeState::kChanged
                                                           : ChangeState::kUnchanged));
    }
    state.set(document);
    return after(seen.at, document.interval);
  }

  // To the strategy a document changes about as often as it is visited.
  Belief belief(std::span<const std::byte> state, Time, const Terms&) const final {
    Belief belief;
    belief.rate_per_day = Days(1) / read(state).interval;
    return belief;
  }

 protected:
  // Records the snapshot and returns the interval wanted from now on.
  virtual Days adapt(State& document, ChangeState seen) const = 0;

 private:
  static State read(std::span<const std::byte> bytes) {
    const State fresh{};
    return bytes[0] == std::byte(fresh.kind) ? PolicyState::read_state<State>(bytes)
                                             : fresh;
  }
};

}  // namespace curlew::schedule
