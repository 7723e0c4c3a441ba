// What really was published, or really changed, and when: a recording of many sources.
//
// The form is CSV, plain or gzipped, with the header `source_id,unix_time` and one line
// an event. Names of the sources may be beside it: `x_sources.csv` for `x.csv.gz`, with
// the header `source_id,name`.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace curlew::sim {

struct TracedSource {
  std::int64_t id = 0;
  // Empty when none is known.
  std::string name;
  // In order.
  std::vector<Time> events;
};

struct Trace {
  // By id; those that only have a name too.
  std::vector<TracedSource> sources;
  // The whole days, in UTC, that hold all events.
  Time begin;
  Time end;
};

// Where the names for a trace are: `x_sources.csv` for `x.csv` or `x.csv.gz`.
std::string names_file_of(std::string_view path);

// An error names the file and the line.
Result<Trace> read_trace(const std::string& path);

}  // namespace curlew::sim
