#include "schedule/policies/markov.h"

#include <cmath>

namespace curlew::schedule {
namespace {

// Moves the counts of the present interval to the front; they replace those that were
// used longest ago.
MarkovCounts& counts_of(MarkovState& document) {
  const auto key =
      static_cast<std::uint32_t>(std::lround(document.interval.count() * 1000));
  MarkovCounts* const begin = document.tables;
  MarkovCounts* const end = std::end(document.tables);
  MarkovCounts* found = std::find_if(begin, end, [key](const MarkovCounts& table) {
    return table.interval == key || table.interval == 0;
  });
  if (found == end) --found;
  if (found->interval != key) *found = {.interval = key};
  std::rotate(begin, found, found + 1);
  return *begin;
}

// When a count is full both are halved: their ratio stays.
void count(std::uint8_t (&counts)[2], int state) {
  if (++counts[state] < UINT8_MAX) return;
  counts[0] /= 2;
  counts[1] /= 2;
}

}  // namespace

// P(change | last states) = n(last states, change) / n(last states), raw, at the
// present interval; then the factors of adapt_to_likelihood(). Where nothing was
// counted yet the interval stays.
Days MarkovPolicy::adapt(MarkovState& document, ChangeState seen) const {
  const int mask = (1 << order_) - 1;
  const int state = static_cast<int>(seen);
  MarkovCounts& table = counts_of(document);
  if (document.snapshots >= order_) {
    count(table.counts[document.changes & mask], state);
  }
  document.changes = static_cast<std::uint8_t>(document.changes << 1 | state);
  if (document.snapshots < order_) ++document.snapshots;
  if (document.snapshots < order_) return document.interval;

  const auto& next = table.counts[document.changes & mask];
  const int known = next[0] + next[1];
  if (known == 0) return document.interval;
  return adapt_to_likelihood(document.interval, double(next[1]) / known);
}

}  // namespace curlew::schedule
