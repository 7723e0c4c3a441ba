// Numbers that only grow, kept in the database: ids that are never used twice, the
// revision of the sources, the count of articles.

#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "store/database.h"

namespace curlew::store {

inline constexpr std::string_view kSourceIdCounter = "source id";
inline constexpr std::string_view kArticleIdCounter = "article id";
inline constexpr std::string_view kArticlesCounter = "articles";
inline constexpr std::string_view kRevisionCounter = "revision";
inline constexpr std::string_view kUserIdCounter = "user id";
inline constexpr std::string_view kWatchlistIdCounter = "watchlist id";
inline constexpr std::string_view kQueryIdCounter = "query id";
inline constexpr std::string_view kClipIdCounter = "clip id";
inline constexpr std::string_view kDeliveryIdCounter = "delivery id";
inline constexpr std::string_view kSessionIdCounter = "session id";
inline constexpr std::string_view kAccessKeyIdCounter = "access key id";
inline constexpr std::string_view kEntryLinkIdCounter = "entry link id";
inline constexpr std::string_view kWatchRevisionCounter = "watch revision";
inline constexpr std::string_view kTopicRevisionCounter = "topic revision";
// Articles with ids below it were not judged yet by the models that were learned then,
// in milliseconds since 1970.
inline constexpr std::string_view kTopicsJudged = "topics judged";
inline constexpr std::string_view kUnjudgedBelow = "unjudged below";
inline constexpr std::string_view kAgeClockCounter = "age clock";
inline constexpr std::string_view kIndexSegmentCounter = "index segment";
// Articles with ids below it were stored before there was an index, and wait for it.
inline constexpr std::string_view kUnindexedBelow = "unindexed below";
// How often a controller has begun to lead: epoch.h.
inline constexpr std::string_view kEpochCounter = "epoch";
// How far the hook has come (control/hook.h).
inline constexpr std::string_view kHookClip = "hook clip";
inline constexpr std::string_view kHookArticle = "hook article";
// Not a counter, but a number by name all the same.
inline constexpr std::string_view kFetchSettings = "fetch settings";
// Likewise: a store::PlainSecrets.
inline constexpr std::string_view kPlainSecrets = "plain secrets";

Result<std::int64_t> read_counter(Database& db, std::string_view name);
// Returns the new value. Within a transaction no other writer gets the same.
Result<std::int64_t> add_to_counter(Database& db, std::string_view name,
                                    std::int64_t amount);
Result<void> set_counter(Database& db, std::string_view name, std::int64_t value);

}  // namespace curlew::store
