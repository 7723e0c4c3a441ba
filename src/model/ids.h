// Names of things in the central database. A number of one kind cannot be passed where
// another kind is meant.

#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include "base/time.h"

namespace curlew::model {

template <typename Kind>
struct Id {
  std::int64_t value = 0;
  auto operator<=>(const Id&) const = default;
  explicit operator bool() const { return value != 0; }
};

using SourceId = Id<struct SourceKindTag>;
using VisitId = Id<struct VisitKindTag>;
using ArticleId = Id<struct ArticleKindTag>;
using CrawlPageId = Id<struct CrawlPageKindTag>;
using UserId = Id<struct UserKindTag>;
using WatchlistId = Id<struct WatchlistKindTag>;
using QueryId = Id<struct QueryKindTag>;
using ClipId = Id<struct ClipKindTag>;
using DeliveryId = Id<struct DeliveryKindTag>;

// Visits are numbered by the time of their order: milliseconds since 1970, then this
// many bits that count within the millisecond. So the visits of an hour are a range of
// ids, and the crawl log needs no index on time. 43 bits of time last until 2248.
inline constexpr int kVisitCounterBits = 20;

// The least id of a visit ordered at `time` or later.
inline constexpr VisitId first_visit_id(Time time) {
  return {to_unix_ms(time) << kVisitCounterBits};
}

}  // namespace curlew::model

template <typename Kind>
struct std::hash<curlew::model::Id<Kind>> {
  std::size_t operator()(curlew::model::Id<Kind> id) const noexcept {
    // Fibonacci hashing: ids are small and dense, tables want their high bits too.
    return static_cast<std::size_t>(id.value) * 0x9e3779b97f4a7c15u;
  }
};
