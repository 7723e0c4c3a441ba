#include "schedule/documents/phase_model.h"

#include <algorithm>
#include <cmath>

namespace curlew::schedule::documents {
namespace {

// Fitted to the version histories of documentation, terms of service and package
// manifests, as functions of l = ln(50 * lambda).
constexpr double kSlowest = 1.0 / 1500;
constexpr double kSpread = 4500;      // The fastest class over the slowest.
constexpr double kStirring = 0.4185;  // q
double active_rate(double quiet_rate) {
  return quiet_rate * std::exp(1.7802 + 0.3154 * std::log(50 * quiet_rate));
}
double calming(double quiet_rate) {
  return std::exp(-4.5265 + 0.1596 * std::log(50 * quiet_rate));
}

// Nothing is learned from longer silence, and e^-x stays a number.
constexpr double kLongest = 3650;
double sane(double days) { return std::clamp(days, 0.0, kLongest); }

}  // namespace

PhaseModel::PhaseModel() {
  for (std::size_t k = 0; k < kClasses; ++k) {
    Class& c = classes_[k];
    c.quiet_rate = kSlowest * std::pow(kSpread, double(k) / (kClasses - 1));
    c.active_rate = active_rate(c.quiet_rate);
    c.calming = calming(c.quiet_rate);
    c.leaving = c.calming + c.active_rate;
    // Active is faster than quiet in every class, so the divisor is positive.
    c.calmed_weight = c.calming / (c.leaving - c.quiet_rate);
    c.mixing = c.quiet_rate * kStirring + c.calming;
    c.active_share = c.quiet_rate * kStirring / c.mixing;
    stationary_[k] = float(1 - c.active_share);
    stationary_[kActive + k] = float(c.active_share);
    rates_[k] = float(c.quiet_rate);
    rates_[kActive + k] = float(c.active_rate);
    stationary_[kSteady + k] = 1;
    rates_[kSteady + k] = float(c.quiet_rate);
  }
}

Passage PhaseModel::over(double days) const {
  const double t = sane(days);
  Passage p;
  for (std::size_t k = 0; k < kClasses; ++k) {
    const Class& c = classes_[k];
    const double quiet = std::exp(-c.quiet_rate * t);
    const double active = std::exp(-c.leaving * t);
    const double mixed = 1 - std::exp(-c.mixing * t);
    p.u_quiet[k] = float(quiet);
    p.u_calmed[k] = float(c.calmed_weight * (quiet - active));
    p.u_active[k] = float(active);
    p.w_stirred[k] = float(c.active_share * mixed);
    p.w_quiet[k] = 1 - p.w_stirred[k];
    p.w_calmed[k] = float((1 - c.active_share) * mixed);
    p.w_active[k] = 1 - p.w_calmed[k];
  }
  return p;
}

Conditions PhaseModel::survival(double days) const {
  const double t = sane(days);
  Conditions survival;
  for (std::size_t k = 0; k < kClasses; ++k) {
    const Class& c = classes_[k];
    const double quiet = std::exp(-c.quiet_rate * t);
    const double active = std::exp(-c.leaving * t);
    survival[k] = float(quiet);
    survival[kSteady + k] = float(quiet);
    survival[kActive + k] =
        float(c.calmed_weight * quiet + (1 - c.calmed_weight) * active);
  }
  return survival;
}

Conditions PhaseModel::days_unchanged(double days) const {
  const double t = sane(days);
  Conditions integral;
  for (std::size_t k = 0; k < kClasses; ++k) {
    const Class& c = classes_[k];
    const double quiet = -std::expm1(-c.quiet_rate * t) / c.quiet_rate;
    const double active = -std::expm1(-c.leaving * t) / c.leaving;
    integral[k] = float(quiet);
    integral[kSteady + k] = float(quiet);
    integral[kActive + k] =
        float(c.calmed_weight * quiet + (1 - c.calmed_weight) * active);
  }
  return integral;
}

Conditions PhaseModel::changes(double days) const {
  const double t = sane(days);
  Conditions changes;
  for (std::size_t k = 0; k < kClasses; ++k) {
    const Class& c = classes_[k];
    const double mean_rate =
        c.quiet_rate + c.active_share * (c.active_rate - c.quiet_rate);
    // How many days more than its share it is active when it begins so.
    const double memory = -std::expm1(-c.mixing * t) / c.mixing;
    const double gain = (c.active_rate - c.quiet_rate) * memory;
    changes[kSteady + k] = float(c.quiet_rate * t);
    changes[k] = float(mean_rate * t - c.active_share * gain);
    changes[kActive + k] = float(mean_rate * t + (1 - c.active_share) * gain);
  }
  return changes;
}

const PhaseModel& phase_model() {
  static const PhaseModel model;
  return model;
}

}  // namespace curlew::schedule::documents
