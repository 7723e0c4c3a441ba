// What became of a document that is watched, version by version, for those who follow
// it by program.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "detect/data/data_change.h"
#include "model/source.h"
#include "model/version.h"
#include "store/store.h"

namespace curlew::service {

struct DocumentChange {
  model::Version version;
  // Of data that were compared with the version before.
  std::optional<detect::DataCounts> counts;
};

// The newest first; without those that a user called no change.
Result<std::vector<DocumentChange>> changes_of(store::Store& store,
                                               const model::Source& source, Time now,
                                               std::size_t limit);

}  // namespace curlew::service
