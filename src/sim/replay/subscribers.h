// How many wait for the news of each source: what `lab simulate --subscribers` reads.

#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/result.h"

namespace curlew::sim {

// By the source's number in the trace. Those that are not in it have none.
using Subscribers = std::unordered_map<std::int64_t, double>;

// CSV, plain or gzipped: the header `source_id,subscribers`, then one line a source.
Result<Subscribers> read_subscribers(const std::string& path);

inline double subscribers_of(const Subscribers& all, std::int64_t source) {
  const auto found = all.find(source);
  return found == all.end() ? 0 : found->second;
}

}  // namespace curlew::sim
