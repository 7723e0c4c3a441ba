// What a user asks of the visits to a source, from the flags of `curlew add`.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "model/own_wishes.h"

namespace curlew::apps {

// As typed; what is empty was not, "none" takes an earlier wish back.
struct WishFlags {
  std::string interval;      // "30m"
  std::string longest_gap;   // "1d"
  std::string active_hours;  // "8-20", "22-6@+2"
};

// What the flags say of a source's wishes; what is absent stays as it is.
struct WishEdit {
  std::optional<Milliseconds> interval;     // Zero: as the policy decides.
  std::optional<Milliseconds> longest_gap;  // Zero: however long.
  std::optional<model::QuietTimes> quiet;

  bool operator==(const WishEdit&) const = default;
};

// Errors are kUsage and name the flag.
Result<WishEdit> to_wish_edit(const WishFlags& flags);

void apply(const WishEdit& edit, model::OwnWishes& wishes);

// The hours outside "FROM-TO", in UTC or at "@+H" or "@-H" hours from it.
Result<model::QuietTimes> parse_active_hours(std::string_view text);

// "8-20" again, in UTC; several parts are parted by commas. Empty: all hours.
std::string active_hours_text(const model::QuietTimes& quiet);

}  // namespace curlew::apps
