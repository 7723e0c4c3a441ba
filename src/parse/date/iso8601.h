// ISO 8601 with its profiles RFC 3339 and W3C-DTF, and what is written like it:
// calendar, ordinal and week dates, basic and extended, two-digit years, Unix time
// stamps.

#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace curlew::parse {

// `text` without white space around it. nullopt when it has another form, or this form
// with a number out of range.
std::optional<Time> parse_iso8601(std::string_view text);

}  // namespace curlew::parse
