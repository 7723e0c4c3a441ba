#include "schedule/policies/hourly_rates.h"
#include "schedule/policies/policies.h"
#include "schedule/policies/posting_history.h"
#include "schedule/policies/toe.h"

namespace curlew::schedule {
namespace {

// advaRSS as a whole (RSS-A §III): a new source is in its training phase, visited when
// its ToE has come; meanwhile its posting history is recorded. "After four weeks, the
// system has enough information" and the posting-history phase takes over with it.
//
// While training every hour weighs the same, so the rates are plain means: after d days
// a day's hour moves them by 1/(d+1).
struct TrainingState {
  StateKind kind = StateKind::kTraining;
  std::uint8_t unused[3] = {};
  HourlyRates rates;
  ToeCounters toe;
  Time since = Time::min();  // The first visit.
  Time last = Time::min();   // The last visit.
  Time due;                  // The time of execution, while training.
};

// Above every rank of the posting-history phase: ToE decides alone.
constexpr double kTimeOfExecution = 1e9;

using FractionalDays = std::chrono::duration<double, std::ratio<86'400>>;

TrainingState read(std::span<const std::byte> bytes) {
  return bytes[0] == std::byte(StateKind::kTraining)
             ? PolicyState::read_state<TrainingState>(bytes)
             : TrainingState{};
}

class TrainingPolicy final : public Policy {
 public:
  explicit TrainingPolicy(TrainingOptions options) : options_(options) {}

  std::string_view name() const override { return "posting-rate"; }
  Speaks speaks() const override { return Speaks::kRanks; }
  std::size_t state_bytes() const override { return sizeof(TrainingState); }

  Time first_visit(PolicyState& state, Time now, Random& random) const override {
    TrainingState source;
    source.due = now + options_.tick * static_cast<int>(random.below(4));
    state.set(source);
    return source.due;
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms&) const override {
    TrainingState source = read(state.bytes());
    if (source.since == Time::min()) source.since = seen.at;
    const bool training = is_training(source, seen.at);
    if (seen.previous) {
      source.rates.learn(seen, *seen.previous,
                         training ? pace_of_mean(source, seen.at) : kPace);
    }
    source.last = seen.at;
    const int ticks = source.toe.next_toe(seen.new_items);
    source.due = training ? seen.at + options_.tick * ticks : seen.at;
    state.set(source);
    return source.due;
  }

  double rank(std::span<const std::byte> state, Time now,
              const Terms& terms) const override {
    const TrainingState source = read(state);
    if (is_training(source, now)) {
      // Who waits longest for its execution is first, should there be too many.
      return source.due > now
                 ? 0
                 : kTimeOfExecution + FractionalDays(now - source.due).count();
    }
    return source.rates.articles(source.last, now) * terms.weight;
  }

  Belief belief(std::span<const std::byte> state, Time now,
                const Terms& terms) const override {
    const TrainingState source = read(state);
    const Time last = source.last == Time::min() ? now : source.last;
    return {source.rates.per_day, source.rates.profile(),
            source.rates.articles(last, now),
            source.rates.waiting(last, now) * terms.weight};
  }

 private:
  bool is_training(const TrainingState& source, Time now) const {
    return source.since == Time::min() || now < source.since + options_.training;
  }
  static float pace_of_mean(const TrainingState& source, Time now) {
    const double days = FractionalDays(now - source.since).count();
    return static_cast<float>(1 / (1 + std::max(days, 0.0)));
  }

  const TrainingOptions options_;
};

}  // namespace

std::unique_ptr<Policy> make_training_policy(TrainingOptions options) {
  return std::make_unique<TrainingPolicy>(options);
}

}  // namespace curlew::schedule
