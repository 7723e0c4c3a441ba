// The rows of sources with a visit under way: each is read when its order is sent, and
// kept until its report is written, so that a visit reads it once. A row that its user
// has changed meanwhile is read again; Schedule::revision() tells.

#pragma once

#include <span>
#include <unordered_map>
#include <utility>

#include "base/result.h"
#include "model/ids.h"
#include "store/store.h"

namespace curlew::control {

// Belongs to the controller's thread.
class SourceRows {
 public:
  using Rows = std::unordered_map<model::SourceId, store::WatchedSource>;

  explicit SourceRows(store::Store& store) : store_(store) {}

  // Of those sources that are still there, as they are now: within a transaction or a
  // snapshot. They are not held any more.
  Result<Rows> take(std::span<const model::SourceId> sources);
  // Holds what the last take() gave, as it is or as it was written since.
  void hold(model::SourceId source, store::WatchedSource row);

 private:
  struct Held {
    store::WatchedSource row;
    store::Revision revision = 0;
  };

  store::Store& store_;
  // As the last take() found it.
  store::Revision revision_ = 0;
  std::unordered_map<model::SourceId, Held> held_;
};

}  // namespace curlew::control
