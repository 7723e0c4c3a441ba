#include <algorithm>
#include <cmath>

#include "schedule/poisson_rule.h"
#include "schedule/policies/by_slot.h"
#include "schedule/policies/document_interval.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

// Every document's true rate of changes, and the interval that is best for a plain
// Poisson process of that rate at the present price.
class KnownDocumentsPolicy final : public Policy {
 public:
  KnownDocumentsPolicy(model::Objective objective,
                       std::unordered_map<model::SourceId, double> rates)
      : objective_(objective), mean_rate_(mean(rates)), rates_(std::move(rates)) {}

  std::string_view name() const override { return "known"; }
  std::size_t state_bytes() const override { return 0; }
  void joined(Slot slot, const Subject& subject) override {
    rates_.joined(slot, subject.id);
  }
  void left(Slot slot) override { rates_.left(slot); }

  Time first_visit(PolicyState&, Time now, Random&) const override { return now; }

  Time next_visit(PolicyState&, const Observation& seen,
                  const Terms& terms) const override {
    const double* const rate = rates_.find(seen.slot);
    if (!rate) return after(seen.at, kLongestInterval);
    const double price = terms.price / terms.weight;
    const Days interval(objective_ == model::Objective::kCapture
                            ? capture_interval(*rate, price)
                            : freshness_interval(*rate, price));
    return after(seen.at, within_limits(interval));
  }

  // At which a document of the mean rate gets its share of the visits.
  double first_price(double share_per_hour) const override {
    const double gap = 1 / (24 * std::max(share_per_hour, 1e-6));
    const double value = value_of_waiting(mean_rate_ * gap);
    const double price =
        objective_ == model::Objective::kCapture ? value : value / mean_rate_;
    return std::max(price, 1e-9);
  }

 private:
  static double mean(const std::unordered_map<model::SourceId, double>& rates) {
    double sum = 0;
    for (const auto& [id, rate] : rates) sum += rate;
    return std::max(sum / double(std::max<std::size_t>(rates.size(), 1)), 1e-6);
  }

  const model::Objective objective_;
  const double mean_rate_;
  BySlot<double> rates_;
};

}  // namespace

std::unique_ptr<Policy> make_known_documents_policy(model::Objective objective,
                                                    const Truth& truth) {
  std::unordered_map<model::SourceId, double> rates;
  for (const SourceTruth& source : truth.sources) {
    rates[source.id] = changes_per_day(truth, source);
  }
  return std::make_unique<KnownDocumentsPolicy>(objective, std::move(rates));
}

}  // namespace curlew::schedule
