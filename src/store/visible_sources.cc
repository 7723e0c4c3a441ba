#include "store/visible_sources.h"

#include <fmt/format.h>

#include "store/query.h"
#include "store/subscriptions.h"

namespace curlew::store {
namespace {

constexpr std::size_t kMostHidden = 10'000;

}  // namespace

Result<VisibleSources> VisibleSources::of(Database& db, model::UserId user) {
  std::vector<model::SourceId> hidden;
  if (!user) return VisibleSources(std::move(hidden), true);
  {
    Query query(db,
                "SELECT x.source_id FROM source_texts x WHERE x.is_shared = 0 AND NOT"
                " EXISTS (SELECT 1 FROM subscriptions seen WHERE seen.user_id = $1"
                " AND seen.source_id = x.source_id) LIMIT $2",
                user, to_limit(kMostHidden + 1));
    TRY(query.each([&] { return query.read(hidden.emplace_back()); }));
  }
  if (hidden.size() <= kMostHidden) return VisibleSources(std::move(hidden), true);
  TRY_ASSIGN(auto seen, Subscriptions(db).visible_sources(user));
  return VisibleSources(std::move(seen), false);
}

std::string VisibleSources::condition(std::string_view column,
                                      std::string_view parameter) const {
  return fmt::format("{} {} (SELECT value FROM unnest({}) AS value)", column,
                     is_hidden_ ? "NOT IN" : "IN", parameter);
}

Result<const VisibleSources*> SeenOnce::get() {
  if (!sources_) {
    TRY_ASSIGN(sources_, VisibleSources::of(db_, user_));
  }
  return &*sources_;
}

}  // namespace curlew::store
