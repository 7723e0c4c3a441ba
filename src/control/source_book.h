// The sources that the controller watches, in memory: as their users set them, and what
// visits showed. The database is the truth; the book changes only after a commit.

#pragma once

#include <unordered_map>

#include "model/ids.h"
#include "schedule/planner.h"
#include "store/central_store.h"

namespace curlew::control {

class SourceBook {
 public:
  const store::WatchedSource* find(model::SourceId source) const;
  bool contains(model::SourceId source) const { return sources_.contains(source); }
  std::size_t size() const { return sources_.size(); }

  void put(store::WatchedSource source);
  void erase(model::SourceId source) { sources_.erase(source); }

 private:
  std::unordered_map<model::SourceId, store::WatchedSource> sources_;
};

// The planner's view of a stored source, and back into its row.
schedule::Plan to_plan(const store::WatchedSource& watched);
void apply_plan(const schedule::Plan& plan, store::ScheduleRow& row);

}  // namespace curlew::control
