// Moments as people tell them, on pages and on terminals.

#pragma once

#include <string>

#include "base/time.h"

namespace curlew::api {

// "just now", "5 min ago", "in 5 min"; a date when it is more than a week away, "never"
// for kNever.
std::string relative(Time moment, Time now);

// The same of a visit that is planned, which nobody makes in the past: "in 5 min", "due
// now", "due for 72 s".
std::string relative_due(Time due, Time now);

}  // namespace curlew::api
