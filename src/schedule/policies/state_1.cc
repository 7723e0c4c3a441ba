#include "schedule/policies/markov.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

// WOD §4.1: "considers only the last state of a document": P(1|s), s the last state.
class StateOnePolicy final : public MarkovPolicy {
 public:
  StateOnePolicy() : MarkovPolicy(1) {}
  std::string_view name() const override { return "state-1"; }
};

}  // namespace

std::unique_ptr<Policy> make_state_1_policy() {
  return std::make_unique<StateOnePolicy>();
}

}  // namespace curlew::schedule
