// Moments as people tell them, on pages and on terminals.

#pragma once

#include <string>

#include "base/time.h"

namespace curlew::api {

// "just now", "5 min ago", "in 5 min"; a date when it is more than a week away, "never"
// for kNever.
std::string relative(Time moment, Time now);

}  // namespace curlew::api
