#include "store/source_folders.h"

#include <span>

#include "store/query.h"

namespace curlew::store {

Result<std::vector<model::SourceId>> sources_in_folders(
    Database& db, model::UserId user, const std::vector<std::string_view>& folders,
    std::size_t limit) {
  const std::span<const std::string_view> names(folders);
  std::vector<model::SourceId> ids;
  {
    Query query(db,
                "SELECT s.id FROM sources s LEFT JOIN subscriptions t"
                " ON t.user_id = $1 AND t.source_id = s.id"
                " WHERE ($1 = 0 OR s.is_shared = 1 OR t.user_id IS NOT NULL)"
                " AND coalesce(t.folder, '') = ''"
                " AND s.folder IN (SELECT value FROM unnest($2) AS value) LIMIT $3",
                user, names, to_limit(limit));
    TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  }
  Query query(db,
              "SELECT t.source_id FROM subscriptions t WHERE t.user_id = $1"
              " AND t.folder <> '' AND t.folder IN (SELECT value FROM unnest($2) AS"
              " value) LIMIT $3",
              user, names, to_limit(limit - ids.size()));
  TRY(query.each([&] { return query.read(ids.emplace_back()); }));
  return ids;
}

}  // namespace curlew::store
