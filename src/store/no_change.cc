#include "store/no_change.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "model/change.h"
#include "store/counters.h"
#include "store/query.h"

namespace curlew::store {

Result<bool> give_back(Database& db, const model::Version& version) {
  TRY_ASSIGN(const auto changed,
             Query::run(db,
                        "UPDATE versions SET is_no_change = 0, score_milli = $1"
                        " WHERE seen = $2 AND is_no_change = 1 AND document_id IN"
                        " (SELECT id FROM documents"
                        " WHERE source_id = $3 AND article_id = 0)",
                        std::int64_t(std::lround(version.score * 1000)), version.seen,
                        version.source));
  if (changed == 0) return false;
  TRY(count_kinds(db, version, 1));
  return true;
}

Result<void> count_kinds(Database& db, const model::Version& version,
                         std::int64_t times) {
  model::ChangeCounters counted;
  counted.count(version.kinds);
  if (counted == model::ChangeCounters()) return {};
  const std::int64_t structural = times * std::int64_t(counted.structural);
  const std::int64_t textual = times * std::int64_t(counted.textual);
  constexpr std::string_view kAdd =
      " SET structural = CASE WHEN structural + $1 > 0 THEN structural + $1 ELSE 0 END,"
      " textual = CASE WHEN textual + $2 > 0 THEN textual + $2 ELSE 0 END WHERE ";
  TRY(Query::run(db,
                 fmt::format("UPDATE versions{}seen >= $3 AND structural IS NOT NULL"
                             " AND document_id IN (SELECT id FROM documents"
                             " WHERE source_id = $4 AND article_id = 0)",
                             kAdd),
                 structural, textual, version.seen, version.source));
  TRY(Query::run(db, fmt::format("UPDATE schedule{}source_id = $3", kAdd), structural,
                 textual, version.source));
  // A controller may hold the row.
  TRY_ASSIGN(const auto revision, add_to_counter(db, kRevisionCounter, 1));
  TRY(Query::run(db, "UPDATE sources SET revision = $1 WHERE id = $2", revision,
                 version.source));
  return {};
}

}  // namespace curlew::store
