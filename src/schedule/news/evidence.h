// What a visit really shows, after everything that cannot be true is taken out of it.
//
// Feeds state times in the future, in the year 1970, or the moment of the request for
// every item. A new item must have appeared between the visit before and this one: a
// stated time outside of that does not count, and a source most of whose times are such
// is taken for one without times. Items without times are spread over the interval.

#pragma once

#include <span>

#include "schedule/news/news_state.h"
#include "schedule/policy.h"

namespace curlew::schedule::news {

struct Evidence {
  // The interval that was watched; empty when from == to.
  UnixSeconds from = 0;
  UnixSeconds to = 0;
  // All that are new, with those that a short list lost.
  double items = 0;
  // Items without a time of their own.
  double undated = 0;
  // `undated` says only that something changed, not how much.
  bool only_bit = false;
  // The times that are believed are those within (from, to].
  bool times_believed = false;

  bool believes(UnixSeconds time) const {
    return times_believed && time > from && time <= to;
  }
};

UnixSeconds to_unix_seconds(Time time);

// Weighs what a visit shows, and moves the source's distrust.
Evidence weigh(NewsState& state, const Observation& seen);

}  // namespace curlew::schedule::news
