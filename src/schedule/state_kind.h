// The first byte of every policy's state: whose it is. Values are stored; a state whose
// layout changes gets a new one.

#pragma once

#include <cstdint>

namespace curlew::schedule {

enum class StateKind : std::uint8_t {
  kNone = 0,
  // 1, 3, 4, 14: toe, posting-rate, min-delay and training before they shared one;
  // still read (policies/posting_history.cc).
  kRoundRobin = 2,
  // fix, dyn
  kSnapshots = 5,
  kWindow = 6,
  // state-1, state-2
  kMarkov = 7,
  kGold = 8,
  kWeek = 9,
  kStormCrawler = 10,
  kNutch = 11,
  kKnown = 12,
  kClairvoyant = 13,
  // curlew, capture and freshness. (20 was kNews before it lost its own smoothings.)
  kDocument = 21,
  // curlew, delay
  kNews = 22,
  // toe, posting-rate, min-delay
  kPostingHistory = 23,
  kThesis = 24,
};

}  // namespace curlew::schedule
