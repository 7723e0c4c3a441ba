#include "schedule/documents/phase_filter.h"

#include <algorithm>
#include <cmath>

namespace curlew::schedule::documents {
namespace {

constexpr float kLeast = 1e-30f;  // Nothing is ever quite impossible.
constexpr double kDriftPerDay = 3.24e-5;
constexpr double kMostDrift = 0.2;

void normalise(Conditions& values) {
  static constexpr Conditions kOnes = [] {
    Conditions ones;
    ones.fill(1);
    return ones;
  }();
  const float sum = dot(values, kOnes);
  // All vanished (a contradiction): begin anew rather than divide by nothing.
  if (!(sum > kLeast)) {
    values = unseen();
    return;
  }
  for (float& value : values) value = std::max(kLeast, value * (1 / sum));
}

// Class k gives the share d to each neighbour; the ends reflect.
void drift(const float* from, float* to, float d) {
  for (std::size_t k = 0; k < kClasses; ++k) {
    const float below = from[k == 0 ? 0 : k - 1];
    const float above = from[k + 1 == kClasses ? k : k + 1];
    to[k] = from[k] + d * (below - 2 * from[k] + above);
  }
}

Conditions pass(const Passage& p, const Conditions& l, Seen seen) {
  Conditions next;
  for (std::size_t k = 0; k < kClasses; ++k) {
    const float quiet = l[k];
    const float active = l[kActive + k];
    const float still_quiet = quiet * p.u_quiet[k] + active * p.u_calmed[k];
    const float still_active = active * p.u_active[k];
    const float any_quiet = quiet * p.w_quiet[k] + active * p.w_calmed[k];
    const float any_active = quiet * p.w_stirred[k] + active * p.w_active[k];
    const bool changed = seen == Seen::kChanged;
    // Rounding may leave less than nothing where hardly anything can have changed.
    next[k] = changed ? std::max(0.0f, any_quiet - still_quiet) : still_quiet;
    next[kActive + k] =
        changed ? std::max(0.0f, any_active - still_active) : still_active;
    next[kSteady + k] = l[kSteady + k] * (changed ? 1 - p.u_quiet[k] : p.u_quiet[k]);
  }
  return next;
}

}  // namespace

Conditions unseen() {
  Conditions likelihoods = phase_model().stationary();
  for (float& value : likelihoods) value /= kHabits;
  return likelihoods;
}

Conditions after_visit(const PhaseModel& model, const Conditions& likelihoods,
                       double days, Seen seen) {
  Conditions passed = pass(model.over(days), likelihoods, seen);
  normalise(passed);
  const auto d = float(std::min(kMostDrift, kDriftPerDay * std::max(0.0, days)));
  Conditions next;
  for (std::size_t part = 0; part < kConditions; part += kClasses) {
    drift(&passed[part], &next[part], d);
  }
  return next;
}

Conditions with_prior(const Conditions& likelihoods, const Habits& prior) {
  Conditions weights;
  for (std::size_t k = 0; k < kClasses; ++k) {
    weights[k] = likelihoods[k] * prior[k];
    weights[kActive + k] = likelihoods[kActive + k] * prior[k];
    weights[kSteady + k] = likelihoods[kSteady + k] * prior[kClasses + k];
  }
  normalise(weights);
  return weights;
}

}  // namespace curlew::schedule::documents
