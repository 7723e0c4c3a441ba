// The first byte of every policy's state: whose it is. Values are stored; a state whose
// layout changes gets a new one.

#pragma once

#include <cstdint>

namespace curlew::schedule {

enum class StateKind : std::uint8_t {
  kNone = 0,
  kToe = 1,
  kRoundRobin = 2,
  kPostingRate = 3,
  kMinDelay = 4,
  kSnapshots = 5,  // fix, dyn
  kWindow = 6,
  kMarkov = 7,  // state-1, state-2
  kGold = 8,
  kWeek = 9,
  kStormCrawler = 10,
  kNutch = 11,
  kKnown = 12,
  kClairvoyant = 13,
  kTraining = 14,  // toe, then posting-rate
  // 20: kNews before it lost its own smoothings.
  kDocument = 21,  // curlew, capture and freshness
  kNews = 22,      // curlew, delay
};

}  // namespace curlew::schedule
