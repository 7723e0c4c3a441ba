#include <algorithm>

#include "schedule/policies/by_slot.h"
#include "schedule/policies/policies.h"
#include "schedule/policies/visit_plan.h"

namespace curlew::schedule {
namespace {

constexpr Milliseconds kAfterTheEnd = std::chrono::days(1);
constexpr Milliseconds kRoundBefore = std::chrono::days(3);

// Hands out the visits of plan_feeds() or plan_documents(). No policy can do better at
// as many visits; what separates a policy from it is not knowing.
class ClairvoyantPolicy final : public Policy {
 public:
  ClairvoyantPolicy(std::unordered_map<model::SourceId, std::vector<Time>> visits,
                    double price, Time end)
      : visits_(std::move(visits)), price_(price), end_(end) {}

  std::string_view name() const override { return "clairvoyant"; }
  std::size_t state_bytes() const override { return 0; }
  void joined(Slot slot, const Subject& subject) override {
    visits_.joined(slot, subject.id);
  }
  void left(Slot slot) override { visits_.left(slot); }

  Time first_visit(PolicyState&, Time now, Random&) const override { return now; }

  Time next_visit(PolicyState&, const Observation& seen, const Terms&) const override {
    const Time never = std::max(end_, seen.at) + kAfterTheEnd;
    const std::vector<Time>* const visits = visits_.find(seen.slot);
    if (!visits) return never;
    const auto next = std::ranges::upper_bound(*visits, seen.at);
    return next == visits->end() ? never : *next;
  }

  // The plan keeps the budget already. Naming a price says that days keep it, not
  // ticks.
  double first_price(double) const override { return price_; }

 private:
  BySlot<std::vector<Time>> visits_;
  const double price_;
  const Time end_;
};

}  // namespace

std::unique_ptr<Policy> make_clairvoyant_policy(model::Objective objective,
                                                Milliseconds tick, const Truth& truth) {
  const bool is_feeds = objective == model::Objective::kDelay;
  VisitPlans plans = is_feeds ? plan_feeds(truth, tick) : plan_documents(truth);
  std::unordered_map<model::SourceId, std::vector<Time>> visits;
  for (std::size_t i = 0; i < truth.sources.size(); ++i) {
    // What happened before the plan begins must not wait in it: one round before, a few
    // at a time.
    std::vector<Time>& planned = plans.visits[i];
    const auto place = static_cast<std::int64_t>(i);
    const auto sources = static_cast<std::int64_t>(truth.sources.size());
    planned.insert(planned.begin(), truth.begin - kRoundBefore * (place + 1) / sources);
    visits[truth.sources[i].id] = std::move(planned);
  }
  return std::make_unique<ClairvoyantPolicy>(std::move(visits), plans.price, truth.end);
}

}  // namespace curlew::schedule
