#include "schedule/policies/by_slot.h"
#include "schedule/policies/document_interval.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

// WOD §4.1, "gold": every document is downloaded according to its overall change
// frequency, known in advance:
//   interval = x * (observed time / number of changes), within the usual limits.
class GoldPolicy final : public Policy {
 public:
  explicit GoldPolicy(std::unordered_map<model::SourceId, Days> intervals)
      : intervals_(std::move(intervals)) {}

  std::string_view name() const override { return "gold"; }
  std::size_t state_bytes() const override { return 0; }
  void joined(Slot slot, const Subject& subject) override {
    intervals_.joined(slot, subject.id);
  }
  void left(Slot slot) override { intervals_.left(slot); }

  Time first_visit(PolicyState&, Time now, Random&) const override { return now; }

  Time next_visit(PolicyState&, const Observation& seen, const Terms&) const override {
    const Days* const interval = intervals_.find(seen.slot);
    return after(seen.at, interval ? *interval : kLongestInterval);
  }

 private:
  BySlot<Days> intervals_;
};

}  // namespace

std::unique_ptr<Policy> make_gold_policy(const Truth& truth) {
  std::unordered_map<model::SourceId, Days> intervals;
  for (const SourceTruth& source : truth.sources) {
    const double rate = changes_per_day(truth, source);
    const Days mean = rate > 0 ? Days(1) / rate : kLongestInterval;
    intervals[source.id] = within_limits(mean * truth.gold_factor);
  }
  return std::make_unique<GoldPolicy>(std::move(intervals));
}

}  // namespace curlew::schedule
