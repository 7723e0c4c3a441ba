// The crawl log of one source or of all, as it is and as it grows.

#pragma once

#include <cstddef>
#include <optional>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::service {

class VisitLog {
 public:
  // `source` nullopt: of all that the viewer sees. `store` must outlive the log.
  VisitLog(store::Store& store, std::optional<model::SourceId> source,
           Viewer viewer = {})
      : store_(store), source_(source), viewer_(viewer) {}

  // The newest first.
  Result<std::vector<store::VisitRow>> newest(std::size_t limit) {
    return read(Time(), limit);
  }

  // Of one source: the newest with ids below this one (0: from the newest on).
  Result<std::vector<store::VisitRow>> before(model::VisitId below, std::size_t limit);

  // Of the first call, the newest `limit`; then those that were logged since the call
  // before. The oldest first.
  Result<std::vector<store::VisitRow>> follow(Time now, std::size_t limit);

 private:
  Result<std::vector<store::VisitRow>> read(Time since, std::size_t limit);

  store::Store& store_;
  const std::optional<model::SourceId> source_;
  const Viewer viewer_;
  // Of the last minutes; nullopt before the first call of follow().
  std::optional<std::unordered_set<model::VisitId>> seen_;
};

}  // namespace curlew::service
