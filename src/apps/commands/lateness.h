// How late we are, for people.

#pragma once

#include <vector>

#include "api/lateness.h"
#include "apps/output/screen.h"

namespace curlew::apps {

// A line for each day; nothing where there is none.
void print_lateness(const Screen& screen, const std::vector<api::DayLateness>& days);

}  // namespace curlew::apps
