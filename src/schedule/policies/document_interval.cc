#include "schedule/policies/document_interval.h"

namespace curlew::schedule {

// WOD §4.1: r > .9: /3, > .75: /2, > .6: /1.5; r < .1: *3, < .25: *2, < .4: *1.5.
Days adapt_to_likelihood(Days interval, double likelihood) {
  if (likelihood > 0.9) return interval / 3;
  if (likelihood > 0.75) return interval / 2;
  if (likelihood > 0.6) return interval / 1.5;
  if (likelihood < 0.1) return interval * 3;
  if (likelihood < 0.25) return interval * 2;
  if (likelihood < 0.4) return interval * 1.5;
  return interval;
}

}  // namespace curlew::schedule
