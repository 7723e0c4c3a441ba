// "Today is Wednesday, 18 November": a text that tells when it was fetched, and nothing
// else that is new.

#pragma once

#include <string_view>

#include "base/time.h"

namespace curlew::detect {

// Do the texts differ in a date and a time of day alone, which are in both versions
// those at which it was fetched, in one and the same time zone? A date needs its month:
// "18 €" on the 18th is a price.
bool tells_visits(std::string_view before, Time fetched_before, std::string_view after,
                  Time fetched_after);

}  // namespace curlew::detect
