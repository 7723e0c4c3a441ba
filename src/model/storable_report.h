// A report made fit for any database, once, where it comes in: its texts are UTF-8
// without NUL, and what stands in an index is not longer than an index takes.

#pragma once

#include <cstddef>

#include "model/visit.h"

namespace curlew::model {

// What may stand in an index: PostgreSQL takes 2,704 bytes for all columns together.
inline constexpr std::size_t kLongestSourceUrl = 2'000;
inline constexpr std::size_t kLongestTitle = 1'000;
inline constexpr std::size_t kLongestFolder = 1'000;

void make_storable(VisitReport& report);

}  // namespace curlew::model
