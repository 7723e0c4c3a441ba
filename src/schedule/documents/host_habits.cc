#include "schedule/documents/host_habits.h"

#include <cmath>

namespace curlew::schedule::documents {
namespace {

// A host's own documents outweigh the population when there are more than so many.
constexpr float kPriorDocuments = 200;
constexpr float kLeastShare = 0.01f;  // Added to each habit.
constexpr float kSteadyShare = 0.3f;
constexpr double kFading = 0.85;  // Per day.
constexpr double kUsual = 5;      // Visits' worth of "as expected".

float fading(Minute from, Minute to) {
  return float(std::pow(kFading, days_between(from, to)));
}

}  // namespace

const Habits& population_prior() {
  static const Habits prior = [] {
    // By class, from the development traces.
    constexpr ByClass classes = {.00007f, .00094f, .02866f, .39567f, .48504f, .07507f,
                                 .01042f, .00257f, .00067f, .0003f,  .00033f, .00005f,
                                 .00005f, .00005f, .00005f, .00005f};
    Habits habits;
    for (std::size_t k = 0; k < kClasses; ++k) {
      habits[k] = (1 - kSteadyShare) * classes[k];
      habits[kClasses + k] = kSteadyShare * classes[k];
    }
    return habits;
  }();
  return prior;
}

void HostHabits::begin(HostIndex host) {
  if (host >= hosts_.size()) hosts_.resize(host + 1);
  hosts_[host] = {};
}

double HostHabits::ratio(HostIndex host, Minute now) const {
  if (host >= hosts_.size()) return 1;
  const Host& h = hosts_[host];
  const double left = fading(h.at, now);
  return (kUsual + left * h.changed) / (kUsual + left * h.expected);
}

void HostHabits::add_visit(HostIndex host, Minute now, bool changed, double predicted) {
  Host& h = hosts_[host];
  const float left = fading(h.at, now);
  h.changed = left * h.changed + (changed ? 1 : 0);
  h.expected = left * h.expected + float(predicted);
  h.at = std::max(h.at, now);
}

void HostHabits::add_document(HostIndex host, const Conditions& weights) {
  if (census_.size() < hosts_.size()) census_.resize(hosts_.size());
  Census& census = census_[host];
  for (std::size_t k = 0; k < kClasses; ++k) {
    census.sum[k] += weights[k] + weights[kActive + k];
    census.sum[kClasses + k] += weights[kSteady + k];
  }
  ++census.documents;
}

void HostHabits::finish_priors() {
  for (std::size_t host = 0; host < census_.size(); ++host) {
    const Census& census = census_[host];
    const float total = census.documents + kPriorDocuments + kHabits * kLeastShare;
    for (std::size_t k = 0; k < kHabits; ++k) {
      hosts_[host].prior[k] =
          (census.sum[k] + kPriorDocuments * population_prior()[k] + kLeastShare) /
          total;
    }
  }
  census_ = {};
}

}  // namespace curlew::schedule::documents
