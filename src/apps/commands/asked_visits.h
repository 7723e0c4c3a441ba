// Visits that a user asked for: whether somebody is there to make them, and what became
// of them.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "base/result.h"
#include "model/ids.h"
#include "model/source.h"
#include "store/central_store.h"

namespace curlew::apps {

// What became of one source that was to be visited.
struct Visited {
  model::Source asked;  // As it was then.
  // As it is now. Another one when it turned out to be that; nullopt: removed.
  std::optional<store::WatchedSource> now;
  bool is_over = false;         // The visit was made.
  std::uint32_t new_items = 0;  // That it brought.
};

// Waits until all of them, asked for at `asked`, were visited, with a bar for many;
// some twenty seconds for one, at most two minutes for many.
Result<std::vector<Visited>> wait_for_visits(const Context& context,
                                             store::CentralStore& store,
                                             std::vector<model::Source> sources,
                                             Time asked);

// What the newest visit of the source that began at `since` or later has brought; not
// those of its articles' pages.
Result<std::uint32_t> new_items_since(store::CentralStore& store,
                                      model::SourceId source, Time since);

// "a feed, 12 new articles", or the problem with its cure.
void print_visited(const Screen& screen, const Visited& visited);

// Says on stderr that nobody is there to make visits.
void say_that_nobody_serves();

}  // namespace curlew::apps
