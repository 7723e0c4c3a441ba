// When the page of an article is fetched once more, to see whether its headline or its
// text was changed: 1 h, 6 h, 1 d, 3 d and 10 d after its publication, until it is
// known which of these are worth it at its source.

#pragma once

#include <array>
#include <chrono>
#include <optional>

#include "base/time.h"
#include "model/ids.h"
#include "store/revisits.h"

namespace curlew::control {

inline constexpr std::array<Milliseconds, 5> kRevisitSteps = {
    std::chrono::hours(1), std::chrono::hours(6), std::chrono::days(1),
    std::chrono::days(3), std::chrono::days(10)};

// A step that has found nothing so often in a row is left out at its source. By then a
// source that changes one page in ten has shown a change with 88 %.
inline constexpr std::uint32_t kQuietRevisits = 20;
// But of so many articles one keeps the whole plan: habits change.
inline constexpr std::int64_t kStillTriedOf = 25;

// The first step behind `now` that is worth it; nullopt: none, and its page is left
// alone from here on. Its validators are empty.
std::optional<store::Revisit> next_revisit(model::ArticleId article, Time counted_from,
                                           Time now,
                                           const store::Revisits::Habits& habits);

}  // namespace curlew::control
