// What a user asks of the visits to a source, from the flags of `curlew add`.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/own_wishes.h"

namespace curlew::apps {

struct WishFlags {
  std::string interval;      // "30m"; empty: as the policy decides.
  std::string longest_gap;   // "1d"
  std::string active_hours;  // "8-20", "22-6@+2"
};

// Errors are kUsage and name the flag.
Result<model::OwnWishes> to_own_wishes(const WishFlags& flags);

// The hours outside "FROM-TO", in UTC or at "@+H" or "@-H" hours from it.
Result<model::QuietTimes> parse_active_hours(std::string_view text);

// "8-20" again, in UTC; several parts are parted by commas. Empty: all hours.
std::string active_hours_text(const model::QuietTimes& quiet);

}  // namespace curlew::apps
