// Which words keep their full stop to themselves.

#pragma once

#include <cstdint>
#include <string_view>

#include "text/language.h"

namespace curlew::text {

enum class Abbreviation : std::uint8_t {
  kNone,
  // A title or "e.g.": more must follow.
  kNeverEnds,
  // "a.m.", "Inc.": the next word decides.
  kMayEnd,
  // "No.", "σελ.": more follows when that is a number.
  kCounts,
};

// `folded` is the word before the full stop, with the stops inside it: "π.χ", "dr".
Abbreviation find_abbreviation(std::string_view folded, Language language);

}  // namespace curlew::text
