// One document under one policy: which downloads caught a change, which found nothing,
// and which changes were overwritten before anybody came (WOD §4.1, figure 3).

#pragma once

#include <vector>

#include "base/time.h"
#include "sim/replay/replay.h"
#include "sim/replay/sample.h"

namespace curlew::sim {

struct Captures {
  // Downloads that found a change.
  std::vector<Time> hits;
  // Downloads that found nothing.
  std::vector<Time> vain;
  // Changes that no download shows.
  std::vector<Time> missed;
};

// In the scored time.
Captures captures_of(const Sample& sample, const SourceHistory& history);

}  // namespace curlew::sim
