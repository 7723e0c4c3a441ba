// Policies simple enough to compute by hand, for tests of the planner.

#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "schedule/policy.h"

namespace curlew::schedule {

// Sources publish at a constant rate, by their slot; a source is due when the articles
// that wait have cost as much as a visit: sqrt(2 * price / rate). It speaks both ways.
class PricePolicy final : public Policy {
 public:
  explicit PricePolicy(Speaks speaks = Speaks::kBoth) : speaks_(speaks) {}

  static double rate_per_day(Slot slot) { return std::exp2(double(slot % 9) - 3); }

  std::string_view name() const override { return "price"; }
  Speaks speaks() const override { return speaks_; }
  std::size_t state_bytes() const override { return sizeof(State); }
  Time first_visit(PolicyState& /*state*/, Time now, Random& random) const override {
    return now + std::chrono::minutes(random.below(24 * 60));
  }
  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms& terms) const override {
    const double rate = rate_per_day(seen.slot) * terms.weight;
    state.set(State{'p', rate, to_unix_ms(seen.at)});
    if (terms.asks == Asks::kRanks) return seen.at;
    return seen.at + to_milliseconds(std::sqrt(2 * terms.price / rate));
  }
  double rank(std::span<const std::byte> bytes, Time now,
              const Terms& /*terms*/) const override {
    const auto state = PolicyState::read_state<State>(bytes);
    if (state.kind == 0) return 1;
    const double waited = double(to_unix_ms(now) - state.last_ms) / kDay;
    return 0.5 * state.rate * waited * waited;
  }
  double first_price(double share_per_hour) const override {
    return 0.5 * std::pow(1 / (24 * share_per_hour), 2);
  }
  std::string population_bytes() const override { return learned_; }
  void restore_population(std::string_view bytes) override { learned_ = bytes; }
  void learn_population(const StateTable& /*table*/, Time /*now*/) override {
    learned_ += "d";
  }

 private:
  static constexpr double kDay = 86'400'000;
  struct State {
    std::uint64_t kind = 0;
    double rate = 0;
    std::int64_t last_ms = 0;
  };
  static Milliseconds to_milliseconds(double days) {
    return Milliseconds(static_cast<std::int64_t>(days * kDay));
  }

  const Speaks speaks_;
  std::string learned_;
};

// Always waits the same time, and thinks it over as it is told.
class GapPolicy final : public Policy {
 public:
  using Reconsider = std::function<Time(Slot slot, Time now, Time due)>;
  explicit GapPolicy(Milliseconds gap, Reconsider reconsider = {})
      : gap_(gap), reconsider_(std::move(reconsider)) {}

  std::string_view name() const override { return "gap"; }
  std::size_t state_bytes() const override { return 5; }
  Time first_visit(PolicyState& /*state*/, Time now, Random& /*r*/) const override {
    return now;
  }
  Time next_visit(PolicyState& /*state*/, const Observation& seen,
                  const Terms& /*terms*/) const override {
    return seen.at + gap_;
  }
  // Everybody else is thought over.
  void settled(const Observation& seen, const StateTable& table,
               std::vector<Slot>& reconsidered) override {
    if (!reconsider_) return;
    for (Slot slot = 0; slot < table.end(); ++slot) {
      if (slot != seen.slot && table.holds(slot)) reconsidered.push_back(slot);
    }
  }
  Time reconsider(Slot slot, const StateTable& /*table*/, Time now, Time due,
                  const Terms& /*terms*/) const override {
    return reconsider_ ? reconsider_(slot, now, due) : due;
  }

 private:
  const Milliseconds gap_;
  const Reconsider reconsider_;
};

}  // namespace curlew::schedule
