// How resources of Memento (RFC 7089) tell of each other: the Link header, and
// TimeMaps.
//
// `base` is where the client reaches us, "http://127.0.0.1:8400"; `url` is the original
// resource.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/time.h"
#include "store/version_times.h"

namespace curlew::api {

std::string memento_address(std::string_view base, Time time, std::string_view url);

// What the Link header (section 2.2) of a TimeGate or a memento says: where the
// original, the timegate and the timemap are, and which mementos there are first, last
// and beside.
struct MementoLinks {
  std::string_view base;
  std::string_view url;
  store::VersionTimes times;
  // Of the memento itself; none: of the TimeGate.
  std::optional<Time> own;
};
std::string to_link_header(const MementoLinks& links);

// A TimeMap has so many mementos at most; a longer one is several, which name each
// other (section 5.1.1).
inline constexpr std::size_t kMementosOfTimeMap = 10'000;

struct TimeMap {
  std::string_view base;
  std::string_view url;
  // All of them, the oldest first; not empty.
  std::span<const Time> times;
  // From 1.
  std::size_t page = 1;

  std::size_t pages() const {
    return (times.size() + kMementosOfTimeMap - 1) / kMementosOfTimeMap;
  }
};
// application/link-format (RFC 6690), as section 5 has it.
std::string to_link_format(const TimeMap& map);
std::string to_json(const TimeMap& map);

}  // namespace curlew::api
