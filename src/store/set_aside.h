// Reports of visits that the database would not take. One of them must not keep all
// others from being stored, and must not be lost without a trace: its bytes and the
// reason are kept here, a bounded number of them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

struct SetAsideReport {
  model::VisitId visit;
  model::SourceId source;
  Time at;
  std::string reason;
  // As it came over the wire (model/visit_wire.h).
  std::string report;
};

struct SetAsideBounds {
  std::size_t most = 1'000;
  Bytes most_bytes = 64_MiB;
};

class SetAside {
 public:
  explicit SetAside(Database& db) : db_(db) {}

  // The oldest go when there are more than the bounds allow.
  Result<void> add(const SetAsideReport& report, const SetAsideBounds& bounds = {});

  Result<std::int64_t> count();
  // Newest first.
  Result<std::vector<SetAsideReport>> newest(std::size_t limit);

 private:
  Result<void> keep_within(const SetAsideBounds& bounds);

  Database& db_;
};

}  // namespace curlew::store
