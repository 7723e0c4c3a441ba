// Clips of a user page by page, the newest first, with a bounded amount of work for a
// page: one of something rare may be short, and there is more all the same.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "store/clips.h"
#include "store/database.h"
#include "store/visible_sources.h"

namespace curlew::store {

// Which of his clips; without a word, all that he sees.
struct ClipChoice {
  model::UserId user;
  // 0: of all his lists.
  model::WatchlistId list = {};
  bool is_unread = false;
  bool is_starred = false;
  // Those whose articles he has muted instead.
  bool is_muted = false;
  // Small letters (text::fold) that title or sentences have; empty: any.
  std::string text = {};
};

struct ClipSlice {
  std::vector<ClipRow> rows;
  // Those with ids below it come next; nullopt: this was the end.
  std::optional<model::ClipId> next;
};

// Those with ids below `before` (0: from the newest on).
Result<ClipSlice> slice_clips(Database& db, const ClipChoice& choice,
                              model::ClipId before, std::size_t limit);

// How many clips of a list its owner sees, and has not read; of the newest ones alone.
struct ClipCount {
  std::int64_t clips = 0;
  std::int64_t unread = 0;
};
inline constexpr std::size_t kMostClipsCounted = 1'000;
// Of those lists of the user that have any; `seen` is his.
Result<std::unordered_map<model::WatchlistId, ClipCount>> count_clips(
    Database& db, model::UserId user, std::span<const model::WatchlistId> lists,
    SeenOnce& seen);

// Why an article was wanted.
struct ClipReason {
  ClipRow clip;
  // The query, as typed; empty: it is gone.
  std::string query;
};
// By the lists of the user.
Result<std::vector<ClipReason>> reasons_for(Database& db, model::ArticleId article,
                                            model::UserId user);

// How many other articles tell the same as each of these, as far as clips of the user
// say so, and he sees them. Of those of which there are any.
Result<std::unordered_map<model::ArticleId, std::int64_t>> count_same(
    Database& db, std::span<const model::ArticleId> articles, model::UserId user);

}  // namespace curlew::store
