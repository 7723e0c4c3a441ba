#include "schedule/documents/neighbour_visits.h"

#include <gtest/gtest.h>

#include <vector>

namespace curlew::schedule::documents {
namespace {

constexpr Minute kDay = 24 * 60;

class Pasts final : public StateTable {
 public:
  explicit Pasts(std::vector<DocumentPast> pasts) {
    for (const DocumentPast& past : pasts) states_.emplace_back().set(past);
  }
  Slot end() const override { return Slot(states_.size()); }
  bool holds(Slot) const override { return true; }
  std::span<const std::byte> state(Slot slot) const override {
    return states_[slot].bytes();
  }
  Time due(Slot) const override { return {}; }

 private:
  std::vector<PolicyState> states_;
};

DocumentPast visits(Minute previous_day, Minute last_day, bool changed,
                    float expected) {
  DocumentPast past;
  past.previous = previous_day * kDay;
  past.last = last_day * kDay;
  past.bits = changed ? 1 : 0;
  past.expected = expected;
  return past;
}

// Ours was visited on day 100, and now is day 110.
TEST(NeighbourVisits, CountsTheOverlappingPartOfEachVisit) {
  const Pasts pasts({
      visits(96, 104, true, .8f),    // Half of its span is ours.
      visits(101, 106, false, .2f),  // All of it, and half of ours.
      visits(95, 105, false, .4f),   // Half of it, and half of ours.
      visits(80, 100, true, 1.f),    // Before us.
  });
  const Slot all[] = {0, 1, 2, 3};
  const NeighbourVisits heard = count_visits(all, pasts, 100 * kDay, 110 * kDay);
  EXPECT_NEAR(heard.changed, .5, 1e-6);
  EXPECT_NEAR(heard.unchanged, .5 + .5, 1e-6);
  EXPECT_NEAR(heard.expected, .4 + .2 + .2, 1e-6);
}

TEST(NeighbourVisits, IgnoresThoseThatWereNeverVisitedTwice) {
  DocumentPast other;
  other.kind = StateKind::kNone;
  const Pasts pasts({visits(0, 104, true, 1), other, visits(104, 104, true, 1)});
  const Slot all[] = {0, 1, 2};
  const NeighbourVisits heard = count_visits(all, pasts, 100 * kDay, 110 * kDay);
  EXPECT_EQ(heard.changed + heard.unchanged + heard.expected, 0);
  EXPECT_EQ(count_visits({}, pasts, 5, 5).changed, 0);
}

}  // namespace
}  // namespace curlew::schedule::documents
