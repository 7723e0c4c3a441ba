// Lets go of what is not kept any longer: old lines of the crawl log, old notices,
// articles and pages beyond their age or number; and counts users who stay away for
// less. In small steps, each one short transaction, between which the controller does
// its work.
//
// Ages are counted by a clock that no leap of the machine's clock moves: a start far in
// the future must not empty the store. It is kept in the store and never ahead of the
// machine's; after a start it catches up one day at once, then twice as fast as time.
//
// Belongs to the controller's thread.

#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"
#include "store/keeping.h"
#include "store/store.h"

namespace curlew::control {

struct HousekeepingOptions {
  // Lines of the crawl log.
  Milliseconds visits = std::chrono::days(90);
  // Notices that were sent or given up; the clips that they carried stay.
  Milliseconds notices = std::chrono::days(90);
  // As configured; what an administrator chose since takes its place at the next round.
  store::Keeping keeping;
  Milliseconds every = std::chrono::minutes(10);
  // Rows that one transaction removes. A hundred pages of ordinary size are gone in
  // some milliseconds.
  std::size_t at_once = 100;
};

class Housekeeping {
 public:
  Housekeeping(HousekeepingOptions options, store::Store& store, const Clock& clock);

  // Removes a little when it is time to, and returns at once otherwise. After an error,
  // which is the store's, the next round begins anew.
  Result<void> step();

  // What ages are counted from.
  Time age_now() const;

 private:
  // Returns how many rows it dealt with, and adds what it removed to what the round let
  // go.
  using Chore = std::function<Result<std::int64_t>()>;
  // What a round let go.
  struct LetGo {
    std::int64_t visits = 0, articles = 0, pages = 0;
  };

  Result<void> begin_round();
  void add_by_age();
  Result<void> add_by_count();
  Result<void> start_clock();
  // Says what the round let go, if anything.
  void end_round();

  const HousekeepingOptions options_;
  // What this round goes by.
  store::Keeping keeping_;
  store::Store& store_;
  const Clock& clock_;

  // Each is repeated until it removes less than it may.
  std::deque<Chore> chores_;
  LetGo let_go_;
  SteadyTime next_round_ = SteadyTime::min();
  // The age clock when this process began.
  std::optional<Time> base_;
  SteadyTime began_;
  // Sources that found nothing since then are not counted in this round.
  Time counted_since_;
  // What `counted_since_` becomes when this round is over.
  std::optional<Time> counting_since_;
};

}  // namespace curlew::control
