#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

// The comparison policy of both advaRSS papers: first in, first out, whatever a source
// publishes. Being due at once after a visit is being last in the planner's queue.
class RoundRobinPolicy final : public Policy {
 public:
  std::string_view name() const override { return "round-robin"; }
  std::size_t state_bytes() const override { return 0; }

  Time first_visit(PolicyState&, Time now, Random&) const override { return now; }

  Time next_visit(PolicyState&, const Observation& seen, const Terms&) const override {
    return seen.at;
  }
};

}  // namespace

std::unique_ptr<Policy> make_round_robin_policy() {
  return std::make_unique<RoundRobinPolicy>();
}

}  // namespace curlew::schedule
