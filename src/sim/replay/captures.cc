#include "sim/replay/captures.h"

namespace curlew::sim {

Captures captures_of(const Sample& sample, const SourceHistory& history) {
  Captures captures;
  const auto changes = events_between(*sample.sources[history.place],
                                      sample.window.start, sample.window.end);
  std::size_t next = 0;  // The first change that no download has dealt with.
  for (const VisitRecord& visit : history.visits) {
    const bool is_scored = sample.window.scores(visit.at);
    if (is_scored) {
      (visit.new_items > 0 ? captures.hits : captures.vain).push_back(visit.at);
    }
    // A download that failed shows nothing and overwrites nothing.
    if (visit.new_items == 0) continue;
    while (next < changes.size() && changes[next] <= visit.at) {
      const bool is_last = next + 1 == changes.size() || changes[next + 1] > visit.at;
      if (!is_last && sample.window.scores(changes[next])) {
        captures.missed.push_back(changes[next]);
      }
      ++next;
    }
  }
  // What came after the last download was not caught, either.
  for (; next < changes.size(); ++next) {
    if (sample.window.scores(changes[next])) captures.missed.push_back(changes[next]);
  }
  return captures;
}

}  // namespace curlew::sim
