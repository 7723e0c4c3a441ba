// The instants that feeds and pages write, in every dialect met in the wild: RFC 822
// and 2822 with their errors, RFC 3339, ISO 8601 and its W3C profile, asctime, and the
// localised forms that some publishers use.

#pragma once

#include <optional>
#include <string_view>

#include "base/time.h"

namespace curlew::parse {

// nullopt when no instant can be read. A missing time zone means UTC.
std::optional<Time> parse_date(std::string_view text);

}  // namespace curlew::parse
