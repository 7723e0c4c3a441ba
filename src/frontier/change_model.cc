#include "frontier/change_model.h"

#include <algorithm>
#include <cmath>

namespace curlew::frontier {

// With a gamma belief of shape k and rate t, a Poisson process has no event during s
// with probability (t/(t+s))^k. A visit that found a change saw at least one event; it
// is counted as one and a half, which is right for pages that change about once between
// visits and modest for faster ones.
double SteadyChange::changed(const PageHistory& history, Time now) const {
  const double since = Seconds(now - history.last_visit).count();
  if (since <= 0) return 0;
  const double interval = std::max(1.0, Seconds(usual_.interval).count());
  const double watched =
      std::max(0.0, Seconds(history.last_visit - history.first_visit).count());
  const double shape = usual_.visits + 1.5 * history.changes;
  const double time = usual_.visits * interval + watched;
  return 1 - std::pow(time / (time + since), shape);
}

}  // namespace curlew::frontier
