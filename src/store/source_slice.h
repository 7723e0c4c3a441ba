// The table of sources page by page, in one of several orders.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/ids.h"
#include "model/source.h"
#include "store/database.h"
#include "store/sources.h"

namespace curlew::store {

enum class SourceOrder {
  kTitle,
  kFolder,
  // The latest first; those that never had anything come last.
  kLastNew,
  kNextDue,
  // The most first.
  kFailures,
};

// Which sources; without a word, all of them.
struct SourceChoice {
  // What he sees; 0: the operator, who sees all.
  model::UserId user = {};
  SourceFilter filter = SourceFilter::kAll;
  std::optional<model::SourceState> state = {};
  std::optional<model::SourceKind> kind = {};
  // With those below it; the user's own where he has filed a source himself.
  std::string folder = {};
  // A part of its title, of the user's own title of it, or of its address, in any case
  // of its ASCII letters; empty: any.
  std::string text = {};
  // Only these; empty: any.
  std::vector<model::SourceId> ids = {};
  Time now;
  Milliseconds late_after{0};
};

// The place behind a source in an order. Of folders the title is part of the key.
struct SourceKey {
  std::string text;
  std::string more;
  std::int64_t number = 0;
  model::SourceId source;
};

struct SourceSlice {
  // Where the user has titles and folders of his own, these.
  std::vector<WatchedSource> rows;
  std::optional<SourceKey> next;
  // On all pages; at most kMostGathered where sources are chosen by their text, folder,
  // or what is wrong with them.
  std::int64_t total = 0;
};
inline constexpr std::size_t kMostGathered = 20'000;

// Those behind `after`.
Result<SourceSlice> slice_sources(Database& db, const SourceChoice& choice,
                                  SourceOrder order,
                                  const std::optional<SourceKey>& after,
                                  std::size_t limit);
// Each `step`th of those that are visited, at most `limit`.
Result<std::vector<model::SourceId>> sample_sources(Database& db, std::size_t step,
                                                    std::size_t limit);
// Those that the user sees (0: all), by the folders that he has them in; in no order.
Result<std::vector<FolderRow>> count_by_folder(Database& db, model::UserId user);

}  // namespace curlew::store
