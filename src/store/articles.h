// The queries about articles.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "store/central_store.h"
#include "store/database.h"

namespace curlew::store {

// Has the source an article, or had it one that was not kept (retention.h)?
Result<bool> ever_had_articles(Database& db, model::SourceId source);

// Has the source this article under another key, or had it one like it that was not
// kept? Not part of the insertion: an INSERT that reads its own table goes through a
// temporary one, which costs five times as much.
Result<bool> is_known_otherwise(Database& db, const NewArticle& article);

// False when the source has an article with that key; then the id stays free.
Result<bool> insert_article(Database& db, model::ArticleId id,
                            const NewArticle& article);

// nullopt when the source has no article with that key.
Result<std::optional<StoredEntry>> stored_entry(Database& db, model::SourceId source,
                                                std::uint64_t key);

// What its entry says now, and when that was found.
Result<void> update_article(Database& db, model::ArticleId article,
                            const NewArticle& edit);

// nullopt when there is none.
Result<std::optional<ArticleRow>> find_article(Database& db, model::ArticleId id);

// Newest first.
Result<std::vector<ArticleRow>> newest_articles(Database& db,
                                                const ArticleFilter& filter,
                                                std::size_t limit);

// See CentralStore::delays_between() and feed_text().
Result<std::vector<DelayRow>> read_delays(Database& db, Time from, Time to,
                                          model::SourceId source, std::size_t limit);
Result<FeedText> read_feed_text(Database& db, model::ArticleId id);

// Oldest first.
Result<std::vector<ArticleTimes>> times_of_articles(Database& db,
                                                    model::ArticleId after,
                                                    std::size_t limit);

}  // namespace curlew::store
