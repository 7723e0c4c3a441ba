// "Did you mean …?" for mistyped commands and configuration keys.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace curlew::apps {

// How many letters must be inserted, removed, replaced or swapped with their neighbour
// to make one word of the other (Damerau-Levenshtein, each pair touched once).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate that a person most likely meant, or nullopt when none is close.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates);

}  // namespace curlew::apps
