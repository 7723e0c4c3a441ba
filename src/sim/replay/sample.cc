#include "sim/replay/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace curlew::sim {
namespace {

// A trace that is not parted by a date is scored whole.
constexpr Milliseconds kUsualRunIn = std::chrono::days(28);

Result<Window> window_of(const Trace& trace, const SampleOptions& options) {
  const Milliseconds run_in =
      options.run_in.value_or(options.begin ? kUsualRunIn : Milliseconds(0));
  Window window;
  window.begin = options.begin.value_or(trace.begin + run_in);
  window.start = window.begin - run_in;
  window.end = options.length ? window.begin + *options.length : trace.end;
  if (window.begin >= window.end || window.begin >= trace.end ||
      window.end <= trace.begin) {
    return Error{ErrorKind::kUsage,
                 fmt::format("nothing to score from {} to {}: the trace is from {} "
                             "to {}",
                             to_iso8601(window.begin), to_iso8601(window.end),
                             to_iso8601(trace.begin), to_iso8601(trace.end))};
  }
  return window;
}

// The first `count` of a random order, in which `with` come before all others.
void choose(std::vector<const TracedSource*>& sources, std::size_t count, Random random,
            const std::vector<std::int64_t>& with) {
  // Not std::ranges::partition: clang 14 cannot compile its result.
  const auto others =
      std::partition(sources.begin(), sources.end(), [&with](const TracedSource* each) {
        return std::ranges::count(with, each->id) > 0;
      });
  for (auto i = static_cast<std::size_t>(others - sources.begin()); i < count; ++i) {
    std::swap(sources[i], sources[i + random.below(sources.size() - i)]);
  }
  sources.resize(count);
}

}  // namespace

std::span<const Time> events_between(const TracedSource& source, Time from, Time to) {
  const auto first = std::ranges::lower_bound(source.events, from);
  const auto last = std::lower_bound(first, source.events.end(), to);
  return {first, last};
}

Result<std::size_t> place_of(const Sample& sample, std::int64_t source) {
  const auto found = std::ranges::find(sample.sources, source, &TracedSource::id);
  if (found != sample.sources.end()) return std::size_t(found - sample.sources.begin());
  return Error{ErrorKind::kUsage,
               fmt::format("source {} has no event in that time", source)};
}

Result<Sample> take_sample(const Trace& trace, const SampleOptions& options) {
  Sample sample;
  TRY_ASSIGN(sample.window, window_of(trace, options));
  for (const TracedSource& source : trace.sources) {
    if (!events_between(source, sample.window.start, sample.window.end).empty()) {
      sample.sources.push_back(&source);
    }
  }
  const std::size_t wanted = options.sources.value_or(sample.sources.size());
  if (wanted > sample.sources.size() || wanted == 0) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{} sources asked for, {} have an event "
                             "in that time",
                             wanted, sample.sources.size())};
  }
  if (options.sources) {
    choose(sample.sources, wanted, Random(options.seed), options.with);
  }
  for (const std::int64_t source : options.with) TRY(place_of(sample, source));
  return sample;
}

}  // namespace curlew::sim
