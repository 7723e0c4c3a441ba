#include "store/archive_copies.h"

#include "store/query.h"

namespace curlew::store {

Result<void> ArchiveCopies::note(const std::string& terminal,
                                 const std::vector<ArchiveCopy>& copies) {
  TRY_ASSIGN(auto transaction, Transaction::begin(db_, Access::kWrite));
  TRY(Query::run(db_, "DELETE FROM archive_copies WHERE terminal = $1", terminal));
  for (const ArchiveCopy& each : copies) {
    TRY(Query::run(db_,
                   "INSERT INTO archive_copies (archive, terminal, holder, kept_once)"
                   " VALUES ($1, $2, $3, $4) ON CONFLICT (archive) DO UPDATE SET"
                   " terminal = $2, holder = $3, kept_once = $4",
                   each.archive, terminal, each.holder,
                   static_cast<std::int64_t>(each.kept_once)));
  }
  return transaction.commit();
}

Result<std::vector<ArchiveCopy>> ArchiveCopies::all() {
  Query query(db_,
              "SELECT archive, holder, kept_once FROM archive_copies ORDER BY archive");
  std::vector<ArchiveCopy> copies;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return copies;
    ArchiveCopy& row = copies.emplace_back();
    std::int64_t kept_once = 0;
    TRY(query.read(row.archive, row.holder, kept_once));
    row.kept_once = static_cast<std::uint64_t>(kept_once);
  }
}

}  // namespace curlew::store
