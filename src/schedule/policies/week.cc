#include "schedule/policies/document_interval.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

// WOD §4.2: the comparison strategy that downloads every document once a week.
class WeekPolicy final : public Policy {
 public:
  std::string_view name() const override { return "week"; }
  std::size_t state_bytes() const override { return 0; }

  Time first_visit(PolicyState&, Time now, Random&) const override { return now; }

  Time next_visit(PolicyState&, const Observation& seen, const Terms&) const override {
    return after(seen.at, kOneWeek);
  }
};

}  // namespace

std::unique_ptr<Policy> make_week_policy() { return std::make_unique<WeekPolicy>(); }

}  // namespace curlew::schedule
