#include <algorithm>

#include "schedule/policies/interval_policy.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

constexpr Days kShortest = std::chrono::minutes(10);
constexpr Days kLongest{7};

struct StormCrawlerState {
  StateKind kind = StateKind::kStormCrawler;
  std::uint8_t unused[7] = {};
  Days interval{1};
};

// What StormCrawler's adaptive scheduler does, as people run it today:
//   changed:    I = .5·I + .5·min
//   unchanged:  I = 1.5·I
// from a day, between ten minutes and a week.
class StormCrawlerPolicy final : public IntervalPolicy<StormCrawlerState> {
 public:
  std::string_view name() const override { return "stormcrawler"; }

 private:
  Days adapt(StormCrawlerState& source, ChangeState seen) const override {
    const Days wanted = seen == ChangeState::kChanged
                            ? 0.5 * source.interval + 0.5 * kShortest
                            : 1.5 * source.interval;
    return std::clamp(wanted, kShortest, kLongest);
  }
};

}  // namespace

std::unique_ptr<Policy> make_stormcrawler_policy() {
  return std::make_unique<StormCrawlerPolicy>();
}

}  // namespace curlew::schedule
