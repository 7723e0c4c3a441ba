#include "schedule/policies/toe.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "schedule/policies/policies.h"
#include "schedule/state_kind.h"

namespace curlew::schedule {
namespace {

constexpr float kShortestWait = 1;
constexpr float kLongestWait = 80;

// What the posting-history phase will start from is recorded meanwhile: how many items
// each hour of the day and each day of the week brought (UTC).
struct ToeState {
  StateKind kind = StateKind::kToe;
  std::uint8_t unused[3] = {};
  ToeCounters counters;
  std::uint16_t by_hour[24] = {};
  std::uint16_t by_weekday[7] = {};
};

void count(std::uint16_t& counter) {
  if (counter < UINT16_MAX) ++counter;
}

void record_history(ToeState& state, std::span<const Time> item_times) {
  for (const Time time : item_times) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const auto hour = std::chrono::floor<std::chrono::hours>(time - day).count();
    count(state.by_hour[hour]);
    count(state.by_weekday[std::chrono::weekday(day).c_encoding()]);
  }
}

// The share of the hour times the share of the weekday, from Monday on; empty while
// nothing was recorded.
std::vector<float> profile(const ToeState& state) {
  const float items =
      std::accumulate(std::begin(state.by_hour), std::end(state.by_hour), 0.0f);
  const float by_day =
      std::accumulate(std::begin(state.by_weekday), std::end(state.by_weekday), 0.0f);
  std::vector<float> profile;
  if (items == 0) return profile;
  for (int day = 1; day <= 7; ++day) {
    for (const std::uint16_t count : state.by_hour) {
      profile.push_back(24 * count / items * 7 * state.by_weekday[day % 7] / by_day);
    }
  }
  return profile;
}

class ToePolicy final : public Policy {
 public:
  explicit ToePolicy(ToeOptions options) : options_(options) {}

  std::string_view name() const override { return "toe"; }
  std::size_t state_bytes() const override { return sizeof(ToeState); }

  Time first_visit(PolicyState& state, Time now, Random& random) const override {
    state.set(ToeState{});
    return now + options_.tick * static_cast<int>(random.below(4));
  }

  Time next_visit(PolicyState& state, const Observation& seen,
                  const Terms&) const override {
    ToeState toe = read(state.bytes());
    const int ticks = toe.counters.next_toe(seen.new_items);
    record_history(toe, seen.item_times);
    state.set(toe);
    return seen.at + options_.tick * ticks;
  }

  // To ToE a source publishes about as often as it is visited.
  Belief belief(std::span<const std::byte> state, Time, const Terms&) const override {
    const ToeState toe = read(state);
    Belief belief;
    belief.rate_per_day = std::chrono::days(1) / (options_.tick * toe.counters.wait);
    belief.profile = profile(toe);
    belief.variables = {{"M", toe.counters.wait},
                        {"T", toe.counters.quiet},
                        {"ToE", std::ceil(toe.counters.wait)}};
    return belief;
  }

 private:
  static ToeState read(std::span<const std::byte> bytes) {
    return bytes[0] == std::byte(StateKind::kToe)
               ? PolicyState::read_state<ToeState>(bytes)
               : ToeState{};
  }

  const ToeOptions options_;
};

}  // namespace

int ToeCounters::next_toe(std::uint32_t new_entries) {
  if (new_entries > 0) {
    quiet = 1;
    wait = 0.2f * wait + 0.8f * quiet;
  } else {
    const float longer = quiet + wait;
    wait += 0.3f * quiet;
    quiet = longer;
  }
  wait = std::clamp(wait, kShortestWait, kLongestWait);
  return static_cast<int>(std::ceil(wait));
}

std::unique_ptr<Policy> make_toe_policy(ToeOptions options) {
  return std::make_unique<ToePolicy>(options);
}

}  // namespace curlew::schedule
