// What advaRSS remembers of a feed (RSS-A §III): M and T of its training phase, and its
// posting history. `toe`, `posting-rate` and `min-delay` share it, so that whichever is
// switched to goes on with what the one before has learned.

#pragma once

#include "schedule/compact_time.h"
#include "schedule/policies/hourly_rates.h"
#include "schedule/policies/toe.h"

namespace curlew::schedule {

struct PostingHistory {
  StateKind kind = StateKind::kPostingHistory;
  std::uint8_t unused = 0;
  // How many articles each day of the week brought, from Sunday (UTC). Recorded from
  // the first day of training on; all zero where there was no training.
  std::uint16_t by_weekday[7] = {};
  ToeCounters toe;
  HourlyRates rates;
  // The first visit; 0: never visited.
  Second since = 0;
  // The last visit.
  Second last = 0;
  // The time of execution, while training.
  Second due = 0;

  // Bytes that another policy left count as fresh; what toe, posting-rate and min-delay
  // left before they shared one layout is taken over.
  static PostingHistory read(std::span<const std::byte> bytes);

  bool is_new() const { return last == 0; }

  // A visit of the training phase: every hour weighs the same, so rates are plain
  // means, and weekdays are counted. Of at most four weeks, if it lasts longer.
  void learn_in_training(const Observation& seen);
  // A visit of the posting-history phase: rates follow the last days.
  void learn(const Observation& seen);

  // With each weekday's part, where that is known.
  double articles(Time now) const;
  double waiting(Time now) const;
  Belief belief(Time now, const Terms& terms) const;

  // Every time is so much earlier.
  void set_back(Milliseconds by);

 private:
  WeekdayWeights weekday_weights() const;
  void count_weekdays(const Observation& seen);
  void note(const Observation& seen);
};
static_assert(sizeof(PostingHistory) <= 136);

}  // namespace curlew::schedule
