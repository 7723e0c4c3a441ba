#include "schedule/policies/markov.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

// WOD §4.1: "considers the last two change states": P(1|s1,s2), each pair of states
// counted by itself.
class StateTwoPolicy final : public MarkovPolicy {
 public:
  StateTwoPolicy() : MarkovPolicy(2) {}
  std::string_view name() const override { return "state-2"; }
};

}  // namespace

std::unique_ptr<Policy> make_state_2_policy() {
  return std::make_unique<StateTwoPolicy>();
}

}  // namespace curlew::schedule
