// Names of things in the central database. A number of one kind cannot be passed where
// another kind is meant.

#pragma once

#include <compare>
#include <cstdint>
#include <functional>

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

}  // namespace curlew::model

template <typename Kind>
struct std::hash<curlew::model::Id<Kind>> {
  std::size_t operator()(curlew::model::Id<Kind> id) const noexcept {
    // Fibonacci hashing: ids are small and dense, tables want their high bits too.
    return static_cast<std::size_t>(id.value) * 0x9e3779b97f4a7c15u;
  }
};
