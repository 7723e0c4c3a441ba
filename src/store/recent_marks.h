// What a user made of the newest articles, for whoever counts what he has not read. The
// three questions that this takes are put together here: one that joined articles,
// marks and sources would look up each of them for each article.

#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "store/database.h"

namespace curlew::store {

struct RecentMark {
  model::SourceId source;
  Time found;
  bool is_read = false;
};

// Of the newest `limit` articles of all, or of `sources` where there are any and whose
// ids are above `after`: those that he has not muted, whether he sees them or not.
Result<std::vector<RecentMark>> recent_marks(
    Database& db, model::UserId user, const std::vector<model::SourceId>* sources,
    model::ArticleId after, std::size_t limit);

// The folders in which the user has those of the sources that he sees.
Result<std::unordered_map<model::SourceId, std::string>> folders_of_seen(
    Database& db, model::UserId user, const std::vector<model::SourceId>& sources);

// A number for each source of `marks`, as `count` makes it, and the sources.
template <typename Number, typename Count>
std::unordered_map<model::SourceId, Number> by_source(
    const std::vector<RecentMark>& marks, Count&& count) {
  std::unordered_map<model::SourceId, Number> sums;
  for (const RecentMark& mark : marks) count(sums[mark.source], mark);
  return sums;
}
template <typename Map>
std::vector<model::SourceId> sources_in(const Map& sums) {
  std::vector<model::SourceId> ids;
  ids.reserve(sums.size());
  for (const auto& [source, sum] : sums) ids.push_back(source);
  return ids;
}

}  // namespace curlew::store
