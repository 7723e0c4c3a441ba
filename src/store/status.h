// The counts of sources, articles and what is late.

#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "store/store.h"
#include "store/visible_sources.h"

namespace curlew::store {

struct StatusCounts {
  std::int64_t sources = 0, active = 0, paused = 0, failing = 0, gone = 0, stopped = 0;
  // Of SourceFilter::kProblem.
  std::int64_t problems = 0;
  // Active or failing, and next_due has passed.
  std::int64_t due = 0;
  // Due for longer than the grace.
  std::int64_t late = 0;
  std::int64_t articles = 0, pages_wanted = 0;
  std::int64_t visits_last_hour = 0, new_last_hour = 0;
  // Reports that could not be stored (set_aside.h), and why the last one could not.
  std::int64_t set_aside = 0;
  std::string set_aside_reason;
};

// The articles that one user sees are not counted anywhere: to count them is to look at
// each.
enum class Counting { kAll, kWithoutArticles };

// What operators watch besides.
struct StoreSize {
  // Notices that are not sent yet.
  std::int64_t outbox = 0;
  // Of the database on its disk.
  std::int64_t bytes = 0;
};
Result<StoreSize> measure_store(Store& store, const StorePlace& place);

// As of one moment. Of what `viewer` sees, who hears nothing of reports that were set
// aside; 0: of all.
Result<StatusCounts> count_status(Store& store, Time now, Milliseconds late_after,
                                  model::UserId viewer = {},
                                  Counting counting = Counting::kAll);
// For who asks `seen`, which is of the viewer, for more than this.
Result<StatusCounts> count_status(Store& store, Time now, Milliseconds late_after,
                                  model::UserId viewer, Counting counting,
                                  SeenOnce& seen);

}  // namespace curlew::store
