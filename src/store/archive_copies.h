// Which terminal holds the copy of whose archive, and what that copy lacks: as
// terminals told it last, for people to see.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace curlew::store {

struct ArchiveCopy {
  // Named as the terminal that wrote it.
  std::string archive;
  // Empty: nobody holds one.
  std::string holder;
  // Versions that the copy has not got.
  std::uint64_t kept_once = 0;

  bool operator==(const ArchiveCopy&) const = default;
};

class ArchiveCopies {
 public:
  explicit ArchiveCopies(Database& db) : db_(db) {}

  // Those of the archives that `terminal` keeps, all of them.
  Result<void> note(const std::string& terminal,
                    const std::vector<ArchiveCopy>& copies);
  // By the name of the archive.
  Result<std::vector<ArchiveCopy>> all();

 private:
  Database& db_;
};

}  // namespace curlew::store
