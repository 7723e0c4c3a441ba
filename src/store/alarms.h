// Which troubles of sources were told, so that each is told once, and its end, too.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

struct AlarmRow {
  model::SourceId source;
  // "failing", "quiet": as control calls them.
  std::string kind;
  Time since;

  bool operator==(const AlarmRow&) const = default;
};

class Alarms {
 public:
  explicit Alarms(Database& db) : db_(db) {}

  // One that was told already stays as it was.
  Result<void> add(const AlarmRow& alarm);
  // Returns whether it was told.
  Result<bool> remove(model::SourceId source, std::string_view kind);
  // By source and kind.
  Result<std::vector<AlarmRow>> all();

 private:
  Database& db_;
};

}  // namespace curlew::store
