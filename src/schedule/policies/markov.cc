// state-1 and state-2 of WOD §4.1: how often did a change follow the last states?

#include <cmath>

#include "schedule/policies/document_interval.h"
#include "schedule/policies/policies.h"

namespace curlew::schedule {
namespace {

// The paper's table 1 for one interval.
struct MarkovCounts {
  std::uint32_t interval = 0;  // Thousandths of a day; 0: not in use.
  // By the states before (two bits, the latest lowest), then by the state after them.
  std::uint8_t counts[4][2] = {};
};

struct MarkovState {
  StateKind kind = StateKind::kMarkov;
  std::uint8_t snapshots = 0;  // Counted as far as they matter.
  std::uint8_t changes = 0;    // One bit a snapshot, the latest lowest.
  std::uint8_t unused[5] = {};
  Days interval = kFirstInterval;
  // "We separately maintain the knowledge [...] for each crawl frequency." Those used
  // last, the latest first; on the development trace nearly no document needs more, and
  // no recall is lost.
  MarkovCounts tables[12] = {};
};
static_assert(sizeof(MarkovState) == 160);

class MarkovPolicy : public IntervalPolicy<MarkovState> {
 protected:
  explicit MarkovPolicy(int order) : order_(order) {}

 private:
  Days adapt(MarkovState& document, ChangeState seen) const final;

  const int order_;  // How many states before are looked at: 1 or 2.
};

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
void count_state(std::uint8_t (&counts)[2], int state) {
  if (++counts[state] < UINT8_MAX) return;
  counts[0] /= 2;
  counts[1] /= 2;
}

// P(change | last states) = n(last states, change) / n(last states), raw, at the
// present interval; then the factors of adapt_to_likelihood(). Where nothing was
// counted yet the interval stays.
Days MarkovPolicy::adapt(MarkovState& document, ChangeState seen) const {
  const int mask = (1 << order_) - 1;
  const int state = static_cast<int>(seen);
  MarkovCounts& table = counts_of(document);
  if (document.snapshots >= order_) {
    count_state(table.counts[document.changes & mask], state);
  }
  document.changes = static_cast<std::uint8_t>(document.changes << 1 | state);
  if (document.snapshots < order_) ++document.snapshots;
  if (document.snapshots < order_) return document.interval;

  const auto& next = table.counts[document.changes & mask];
  const int known = next[0] + next[1];
  if (known == 0) return document.interval;
  return adapt_to_likelihood(document.interval, double(next[1]) / known);
}

// WOD §4.1: "considers only the last state of a document": P(1|s), s the last state.
class StateOnePolicy final : public MarkovPolicy {
 public:
  StateOnePolicy() : MarkovPolicy(1) {}
  std::string_view name() const override { return "state-1"; }
};

// WOD §4.1: "considers the last two change states": P(1|s1,s2), each pair of states
// counted by itself.
class StateTwoPolicy final : public MarkovPolicy {
 public:
  StateTwoPolicy() : MarkovPolicy(2) {}
  std::string_view name() const override { return "state-2"; }
};

}  // namespace

std::unique_ptr<Policy> make_state_1_policy() {
  return std::make_unique<StateOnePolicy>();
}

std::unique_ptr<Policy> make_state_2_policy() {
  return std::make_unique<StateTwoPolicy>();
}

}  // namespace curlew::schedule
