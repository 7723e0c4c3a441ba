#include "store/telling_sources.h"

#include <string_view>

#include "model/watching.h"
#include "store/query.h"

namespace curlew::store {

Result<std::unordered_set<model::SourceId>> telling_sources(
    Database& db, std::span<const model::SourceId> sources) {
  Query query(db,
              "SELECT id, watching FROM sources WHERE watching <> ''"
              " AND id IN (SELECT value FROM unnest($1) AS value)",
              sources);
  std::unordered_set<model::SourceId> telling;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return telling;
    model::SourceId id;
    std::string_view lines;
    TRY(query.read(id, lines));
    TRY_ASSIGN(const model::Watching watching, model::parse_watching(lines));
    if (watching.articles) telling.insert(id);
  }
}

}  // namespace curlew::store
