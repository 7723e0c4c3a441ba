// Which part of a trace is replayed: some of its sources, in a stretch of time.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/replay/trace.h"

namespace curlew::sim {

// The policy runs from `start`, cold; what happens from `begin` on is scored.
struct Window {
  Time start;
  Time begin;
  Time end;

  bool scores(Time time) const { return begin <= time && time < end; }
};

struct Sample {
  Window window;
  // Borrowed from the trace.
  std::vector<const TracedSource*> sources;
};

struct SampleOptions {
  // When the scored time begins; nullopt: as early as it can.
  std::optional<Time> begin;
  std::optional<Milliseconds> run_in;
  // How long the scored time is; nullopt: to the trace's end.
  std::optional<Milliseconds> length;
  // Chosen at random; else all.
  std::optional<std::size_t> sources;
  std::uint64_t seed = 1;
  // Sources, by id, that must be in it.
  std::vector<std::int64_t> with;
};

// Only sources with at least one event between the window's start and its end are
// taken. An error when there are fewer than asked for, or one of `with` is not there.
Result<Sample> take_sample(const Trace& trace, const SampleOptions& options);

// Where the source is in the sample.
Result<std::size_t> place_of(const Sample& sample, std::int64_t source);

// The events in [from, to).
std::span<const Time> events_between(const TracedSource& source, Time from, Time to);

}  // namespace curlew::sim
