// Articles page by page, the newest first. Whatever is asked for, the work of a page is
// bounded: a page of something rare may be short, or empty, and there is more all the
// same.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "store/articles.h"
#include "store/database.h"

namespace curlew::store {

struct ArticleSlice {
  // Newest first.
  std::vector<ArticleRow> rows;
  // Those with ids below it come next; nullopt: this was the end.
  std::optional<model::ArticleId> next;
};

// So many articles are looked at for one page.
inline constexpr std::size_t kMostLookedAt = 10'000;

// Those of the filter with ids below `before` (0: from the newest on).
Result<ArticleSlice> slice_articles(Database& db, const ArticleFilter& filter,
                                    model::ArticleId before, std::size_t limit);

// The unread ones among the newest `most` articles, by the folder that the user has
// their sources in; empty: in none.
Result<std::unordered_map<std::string, std::int64_t>> count_unread_by_folder(
    Database& db, model::UserId user, std::size_t most);

// What sources published of late.
struct RecentArticle {
  model::SourceId source;
  Time found;
  // The feed's word, or the page's.
  std::optional<Time> published;
};
// The newest `limit` of each source, as far as they were found since then.
Result<std::vector<RecentArticle>> recent_articles(
    Database& db, std::span<const model::SourceId> sources, Time since,
    std::size_t limit);

}  // namespace curlew::store
