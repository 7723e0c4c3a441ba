// Times as archives write them.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace curlew::archive {

// "2026-11-17T16:18:33.123Z" (W3C profile of ISO 8601, as WARC 1.1 wants it), without
// the fraction where it is zero, so that WARC 1.0 readers take it, too.
std::string to_warc_date(Time time);
// From a year alone down to fractions of a second, whose digits behind the third are
// dropped.
std::optional<Time> parse_warc_date(std::string_view text);

// "20261117161833123": the fourteen digits of web archives and the milliseconds.
std::string to_timestamp(Time time);
// Four to fourteen digits, of which missing ones are the earliest, and milliseconds.
std::optional<Time> parse_timestamp(std::string_view digits);

}  // namespace curlew::archive
