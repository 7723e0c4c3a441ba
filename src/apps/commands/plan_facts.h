// What is believed of one source and of all of them, for people.

#pragma once

#include <string>
#include <vector>

#include "apps/output/screen.h"
#include "service/snapshot.h"

namespace curlew::apps {

// With so many digits that count; 0 has no sign.
std::string number_text(double value, int digits);

// A row of shades for each weekday, from Monday, and a column for each hour.
std::string week_map(const std::vector<float>& profile);

enum class Rhythm { kKnown, kUnknown };
void print_plan(const Screen& screen, const service::SourcePlan& plan,
                Rhythm rhythm = Rhythm::kKnown);
void print_planning(const Screen& screen, const service::Planning& planning);

}  // namespace curlew::apps
