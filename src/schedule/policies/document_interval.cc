#include "schedule/policies/document_interval.h"

namespace curlew::schedule {
namespace {

// WOD §4.1: r > .9: /3, > .75: /2, > .6: /1.5; r < .1: *3, < .25: *2, < .4: *1.5.
double factor(double likelihood) {
  if (likelihood > 0.9) return 1 / 3.0;
  if (likelihood > 0.75) return 1 / 2.0;
  if (likelihood > 0.6) return 1 / 1.5;
  if (likelihood < 0.1) return 3;
  if (likelihood < 0.25) return 2;
  if (likelihood < 0.4) return 1.5;
  return 1;
}

}  // namespace

Days adapt_to_likelihood(Days interval, double likelihood) {
  return within_limits(interval * factor(likelihood));
}

}  // namespace curlew::schedule
