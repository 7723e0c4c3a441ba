#include <algorithm>
#include <cmath>

#include "schedule/news/look_ahead.h"
#include "schedule/policies/by_slot.h"
#include "schedule/policies/policies.h"
#include "schedule/policies/weekly_intensity.h"

namespace curlew::schedule {
namespace {

using Days = std::chrono::duration<double, std::ratio<86'400>>;

constexpr Milliseconds kShortestStep = std::chrono::minutes(10);
constexpr Milliseconds kLongestStep = std::chrono::hours(6);
constexpr double kLongestCycle = 30;  // Days.
constexpr double kStepsPerCycle = 12;
constexpr double kLowestPrice = 1e-9;

// A rank is asked for by the state alone, so it holds where the source is.
struct KnownState {
  StateKind kind = StateKind::kKnown;
  std::uint8_t unused[3] = {};
  Slot slot = kNoSlot;
  Time last;
};

// The grid of the look-ahead, as curlew lays it, but with the true intensities: T0 =
// √(2·price/rate) is the best gap at a constant rate; twelve steps for it, and three of
// it and a day are looked ahead.
news::Outlook make_outlook(const WeeklyIntensity& source, Time now, double price) {
  const double cycle = std::clamp(
      std::sqrt(2 * price / std::max(source.per_day(), 1e-9)), 1.0 / 24, kLongestCycle);
  const Milliseconds step =
      std::clamp(std::chrono::round<Milliseconds>(Days(cycle / kStepsPerCycle)),
                 kShortestStep, kLongestStep);
  news::Outlook outlook;
  const double days = Days(step).count();
  outlook.steps =
      std::min(news::kMostSteps, std::size_t(std::ceil((3 * cycle + 1) / days)));
  for (std::size_t j = 0; j <= outlook.steps; ++j) {
    const auto flow = source.flow(now, now + step * std::int64_t(j));
    outlook.time[j] = double(j) * days;
    outlook.items[j] = flow.items;
    outlook.moments[j] = flow.times;
  }
  const double length = outlook.time[outlook.steps];
  outlook.tail_cost = std::sqrt(2 * outlook.items[outlook.steps] / length * price);
  outlook.tail_from =
      outlook.steps - std::min(outlook.steps, std::size_t(cycle / days)) + 1;
  return outlook;
}

// The look-ahead of `curlew` with every source's true 168 hourly intensities of the
// scored time: how much of the rest is not knowing the rates. Partly clairvoyant, as
// they are fitted to the very events that are scored.
class KnownNewsPolicy final : public Policy {
 public:
  explicit KnownNewsPolicy(std::unordered_map<model::SourceId, WeeklyIntensity> sources)
      : sources_(std::move(sources)) {}

  std::string_view name() const override { return "known"; }
  Speaks speaks() const override { return Speaks::kBoth; }
  std::size_t state_bytes() const override { return sizeof(KnownState); }
  void joined(Slot slot, const Subject& subject) override {
    sources_.joined(slot, subject.id);
  }
  void left(Slot slot) override { sources_.left(slot); }

  Time first_visit(PolicyState& state, Time now, Random&) const override {
    state.set(KnownState{});
    return now;
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms& terms) const override {
    state.set(KnownState{.slot = seen.slot, .last = seen.at});
    const WeeklyIntensity* const source = sources_.find(seen.slot);
    if (!source || terms.asks == Asks::kRanks) return seen.at;
    const double price = std::max(terms.price / terms.weight, kLowestPrice);
    const news::Outlook outlook = make_outlook(*source, seen.at, price);
    const double days = outlook.time[look_ahead(outlook, price).step];
    const double ticks = std::round(Days(days) / terms.tick);
    return seen.at + terms.tick * std::int64_t(std::max(ticks, 1.0));
  }

  double rank(std::span<const std::byte> state, Time now,
              const Terms& terms) const override {
    const auto known = PolicyState::read_state<KnownState>(state);
    if (known.kind != StateKind::kKnown || known.slot == kNoSlot) return kNeverSeen;
    const WeeklyIntensity* const source = sources_.find(known.slot);
    return source ? source->waiting(known.last, now) * terms.weight : 0;
  }

  // As if all published once a day.
  double first_price(double share_per_hour) const override {
    const double gap = 1 / (24 * std::max(share_per_hour, 1e-6));
    return gap * gap / 2;
  }

 private:
  static constexpr double kNeverSeen = 1e9;

  BySlot<WeeklyIntensity> sources_;
};

}  // namespace

std::unique_ptr<Policy> make_known_news_policy(const Truth& truth) {
  std::unordered_map<model::SourceId, WeeklyIntensity> sources;
  for (const SourceTruth& source : truth.sources) {
    sources.emplace(source.id, WeeklyIntensity(source.events, truth.begin, truth.end));
  }
  return std::make_unique<KnownNewsPolicy>(std::move(sources));
}

}  // namespace curlew::schedule
