// Dates as HTTP writes them (RFC 9110 §5.6.7): IMF-fixdate, and the two obsolete forms
// that a recipient must still read.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace curlew::http {

std::optional<Time> parse_http_date(std::string_view text);
// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string to_http_date(Time time);

}  // namespace curlew::http
