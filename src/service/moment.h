// Times as users type them.

#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace curlew::service {

// What a typed time stands for, from its first millisecond to its last: "2026-11-15" is
// a whole day, and "2026-11-15T10:00:00Z", as times are printed, a whole second.
// A version at such a time is the one in force at its end, wherever it is typed.
struct Moment {
  Time first;
  Time last;
};

// A date or time in ISO 8601 or as the digits of web archives; nullopt: it is neither.
// In addresses, where nothing else is understood.
std::optional<Moment> parse_archive_moment(std::string_view text);

// A date or time in ISO 8601 ("2026-11-15", "2026-11-15T10:00Z") or as pages write it,
// the digits of web archives ("20261115100000"), how long ago it was ("2h", "2h ago"),
// or "now". kUsage, naming `what` was typed for.
Result<Moment> parse_moment(std::string_view what, std::string_view typed, Time now);

}  // namespace curlew::service
