#include <algorithm>
#include <chrono>
#include <cmath>

#include "schedule/policies/policies.h"
#include "schedule/state_kind.h"

namespace curlew::schedule {
namespace {

// M: the wait between visits, T: how long nothing was new; both in ticks.
//   nothing new:  tmp = T + M;  M = M + 0.3*T;  T = tmp
//   new entries:  T = 1;        M = 0.2*M + 0.8*T
// then M is clamped to [1, 80] and ToE = ceil(M) ticks pass until the next visit.
// (Equations 2-4 of RSS-A; its pseudo-code misprints both updates.) A quiet source is
// asked ever more rarely, a source that published is asked again almost at once.
constexpr float kShortestWait = 1;
constexpr float kLongestWait = 80;

// What the posting-history phase will start from is recorded meanwhile: how many items
// each hour of the day and each day of the week brought (UTC).
struct ToeState {
  StateKind kind = StateKind::kToe;
  std::uint8_t unused[3] = {};
  float wait = 4;   // M
  float quiet = 1;  // T
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
    ToeState toe = state.is(StateKind::kToe) ? state.as<ToeState>() : ToeState{};
    if (seen.new_items > 0) {
      toe.quiet = 1;
      toe.wait = 0.2f * toe.wait + 0.8f * toe.quiet;
    } else {
      const float quiet = toe.quiet + toe.wait;
      toe.wait += 0.3f * toe.quiet;
      toe.quiet = quiet;
    }
    toe.wait = std::clamp(toe.wait, kShortestWait, kLongestWait);
    record_history(toe, seen.item_times);
    state.set(toe);
    return seen.at + options_.tick * static_cast<int>(std::ceil(toe.wait));
  }

 private:
  const ToeOptions options_;
};

}  // namespace

std::unique_ptr<Policy> make_toe_policy(ToeOptions options) {
  return std::make_unique<ToePolicy>(options);
}

}  // namespace curlew::schedule
