// How long a host of the loopback web takes to answer.

#pragma once

#include "base/random.h"
#include "base/time.h"

namespace curlew::estimate {

enum class Shape {
  kConstant,
  kLogNormal,   // Scatters by about 60 % of the mean.
  kBimodal,     // Nine of ten fast, one five times as slow.
  kHeavyTail,   // Pareto with index 1.8, cut off at 15 times the mean.
  kSlowingDown  // Log-normal around a mean that grows by half until it stays.
};

struct Latency {
  Shape shape = Shape::kConstant;
  Seconds mean{0.05};
};

// The latency of the `number`th request of a crawl.
Seconds draw(const Latency& latency, int number, Random& random);

}  // namespace curlew::estimate
