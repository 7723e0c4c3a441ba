// Which terminal holds the copy of whose archive, and what that copy lacks: as their
// beats told it last, for people to see.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/visit.h"
#include "store/database.h"

namespace curlew::store {

class ArchiveCopies {
 public:
  explicit ArchiveCopies(Database& db) : db_(db) {}

  // Those of the archives that `terminal` keeps, all of them.
  Result<void> note(const std::string& terminal,
                    const std::vector<model::ArchiveCopy>& copies);
  // By the name of the archive.
  Result<std::vector<model::ArchiveCopy>> all();

 private:
  Database& db_;
};

}  // namespace curlew::store
