// A line of a CDXJ index: "org,example)/a 20261117161833123 {…}". The members of its
// JSON object are those that pywb and WACZ know; "sha1" is ours.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "archive/capture.h"

namespace curlew::archive {

// The digits of the time: all indexes have seconds, ours milliseconds as well.
enum class Precision { kSeconds, kMilliseconds };

// Without a line end.
std::string to_cdxj(const Version& version,
                    Precision precision = Precision::kMilliseconds);

// Nullopt when it is no such line. Members that are missing stay empty.
std::optional<Version> parse_cdxj(std::string_view line);

// "org,example)/a 20261117161833123": where the versions of a URL from that time on
// begin.
std::string cdxj_key(std::string_view surt, Time time);

}  // namespace curlew::archive
