// What was found for users: clips, how long each took, what became of its notice, and
// what users make of articles.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/delivery.h"
#include "store/store.h"

namespace curlew::service {

struct ClipQuery {
  // Empty: of all users, without asking who may see what.
  std::string user;
  // The name of a list; needs its user.
  std::string list;
  std::size_t limit = 20;
};
// Newest first. kNotFound when there is no such user, or list.
Result<std::vector<store::ClipRow>> list_clips(store::Store& store,
                                               const ClipQuery& query);

// Of so many clips: half of them, and nineteen of twenty, took at most so long.
struct Quantiles {
  std::size_t count = 0;
  Milliseconds p50{0};
  Milliseconds p95{0};
};
// Those of several values, which are sorted.
Quantiles to_quantiles(std::vector<Milliseconds> values);

// How long the way of clips took, of one list or of one source.
struct ClipTiming {
  // "user/list", or a source's title.
  std::string name;
  std::size_t clips = 0;
  // From publication to discovery; of those whose publication is known.
  Quantiles to_found;
  Quantiles to_matched;
  // From the match to the acceptance of its notice; of those that were sent.
  Quantiles to_delivered;
  // From publication, or discovery where that is not known, to acceptance.
  Quantiles in_all;
};
struct ClipTimings {
  // By name.
  std::vector<ClipTiming> lists;
  std::vector<ClipTiming> sources;
};
// Of all clips that were matched in kTimedTime before `now`, of the newest kMostTimed
// where there are more; `query.limit` does not count.
inline constexpr Milliseconds kTimedTime = std::chrono::days(30);
inline constexpr std::size_t kMostTimed = 100'000;
Result<ClipTimings> time_clips(store::Store& store, const ClipQuery& query, Time now);
// Of these clips of a user, by list.
Result<std::vector<ClipTiming>> time_lists(store::Store& store, const std::string& user,
                                           std::span<const store::ClipTimes> clips);

struct DeliveryQuery {
  // Empty: of all.
  std::string user;
  std::string list;
  std::optional<model::DeliveryState> state;
  std::size_t limit = 20;
  // Only those older than this one; 0: from the newest on.
  model::DeliveryId before = {};
};
// Newest first. One that waits is told with the trouble of its list's channel, and with
// when that is tried next.
Result<std::vector<store::DeliveryRow>> list_deliveries(store::Store& store,
                                                        const DeliveryQuery& query);

// Sends the newest clip of a list by its channel now, to see how it looks and whether
// it arrives. kNotFound when the list is not his; kExists, which says why, when it is
// sent nowhere or has found nothing yet.
Result<store::DeliveryRow> send_now(store::Store& store, const model::User& user,
                                    model::WatchlistId list, Time now);

// What a user makes of articles. What is absent stays as it is.
struct ArticleMark {
  std::optional<bool> is_read;
  std::optional<bool> is_starred;
  std::optional<bool> is_muted;
  std::vector<std::string> add_tags;
  std::vector<std::string> remove_tags;
};
// kNotFound when one of them is not there for him; then nothing is done. kUsage when a
// tag cannot be one, or he may only read.
Result<void> mark_articles(store::Store& store, std::string_view user,
                           const std::vector<model::ArticleId>& articles,
                           const ArticleMark& mark, Time now);

}  // namespace curlew::service
