// How late are we: the time from an article's publication to its discovery, in figures.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::service {

// Of half, 95 % and 99 % of the articles at most this (nearest rank).
struct Lateness {
  std::size_t articles = 0;
  Milliseconds median{0};
  Milliseconds p95{0};
  Milliseconds p99{0};
};

struct DayLateness {
  // Its beginning, 00:00 UTC.
  Time day;
  Lateness lateness;
};

// nullopt of none.
std::optional<Lateness> lateness_of(std::span<const store::DelayRow> delays);

// Of each of the last seven days on which a dated article was found, today first; by
// the newest 10,000 articles of a day, which bounds what a look at the page costs.
// `source` 0: of all together that the viewer sees.
Result<std::vector<DayLateness>> lateness_by_day(store::Store& store,
                                                 model::SourceId source, Time now,
                                                 Viewer viewer = {});

}  // namespace curlew::service
