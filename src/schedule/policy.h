// When should a source be visited again?
//
// A policy answers from what earlier visits showed: it reads no clock and no setting,
// so equal histories give equal answers. What it must remember of one source is a
// PolicyState: flat bytes of fixed size, which the planner holds in memory by the
// million and the store keeps as a blob. What it learns from all sources together (a
// population's rhythm, what neighbours tell of each other) it keeps itself, small.
//
// A policy speaks in one of two ways. Most say when a source is due. Some (the posting
// rate of advaRSS) only say how much a visit would be worth now, and the planner visits
// the best few of every tick. A policy that can do both is asked for times when the
// budget is a day's, and for ranks when every tick has its own.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "model/change.h"
#include "model/ids.h"
#include "schedule/policy_state.h"

namespace curlew::schedule {

// Where the planner keeps a source: a small dense number, as long as it is watched.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = ~Slot{0};

// Who is watched, as far as policies care.
struct Subject {
  model::SourceId id;
  // Neighbours in its path and on its host often change together. Only valid during the
  // call.
  std::string_view address;
};

// What one visit taught. Failed visits teach nothing and are not shown to policies.
struct Observation {
  // kNoSlot: a source that is not in line (paused).
  Slot slot = kNoSlot;
  Time at;
  // The visit before; nullopt for the first.
  std::optional<Time> previous;
  // 0: nothing changed.
  std::uint32_t new_items = 0;
  // When those of the new items were published that state it; at most new_items.
  std::span<const Time> item_times;
  // All that the feed lists now; 0: not a list.
  std::uint32_t items_shown = 0;
  // Of a document: what changed, where that is known.
  model::ChangeKinds kinds = {};
  // Of a document: how often it was found changed, by this visit and all before it.
  model::ChangeCounters changes = {};

  // Did the document change? An error page that came or went in its place says nothing
  // of how often it does.
  bool has_changed() const {
    return new_items > 0 && kinds != model::ChangeKinds{model::ChangeKind::kErrorPage};
  }
};

// What the planner wants of a policy that can say both.
enum class Asks { kTimes, kRanks };

// What holds for everybody at the moment of a decision.
struct Terms {
  // What a visit costs, in the objective's own currency: article-days of waiting
  // (delay), versions (capture), days of a right copy (freshness).
  double price = 0;
  Milliseconds tick{600'000};
  Milliseconds minimum_gap{600'000};
  // Of a document whose every version is wanted: it is not visited more often.
  Milliseconds shortest_gap{3'600'000};
  // 1 + c * subscribers (RSS-A eq. 6).
  double weight = 1;
  Asks asks = Asks::kTimes;
};

// What a policy believes of a source, for people to read.
struct Belief {
  double rate_per_day = 0;
  // Relative to the mean, by hour of the week from Monday 00:00 UTC; empty: no rhythm
  // is known.
  std::vector<float> profile;
  // Waiting unseen now.
  double expected_items = 0;
  // What a visit is worth now, as Terms::price counts.
  double value = 0;
  // The policy's own variables, by the names they have in its paper.
  std::vector<std::pair<std::string_view, double>> variables;
};

// The states of all sources in line, by slot.
class StateTable {
 public:
  virtual ~StateTable() = default;
  // Slots are below this; some may be empty.
  virtual Slot end() const = 0;
  virtual bool holds(Slot slot) const = 0;
  virtual std::span<const std::byte> state(Slot slot) const = 0;
  virtual Time due(Slot slot) const = 0;
};

enum class Speaks { kTimes, kRanks, kBoth };

class Policy {
 public:
  virtual ~Policy() = default;

  virtual std::string_view name() const = 0;
  virtual Speaks speaks() const { return Speaks::kTimes; }
  // At most PolicyState::kSize.
  virtual std::size_t state_bytes() const = 0;

  // When to visit a source that was added at `now` for the first time: at once, or some
  // ticks later when sources that come together had better not be visited together.
  virtual Time first_visit(PolicyState& state, Time now, Random& random) const = 0;

  // Learns from a visit and says when the next one is due. A policy that only ranks
  // says `seen.at`: at once, as far as it is concerned.
  virtual Time next_visit(PolicyState& state, const Observation& seen,
                          const Terms& terms) const = 0;

  // What a visit is worth at `now`; the planner visits the highest first. Not asked of
  // policies that speak only in times.
  virtual double rank(std::span<const std::byte> /*state*/, Time /*now*/,
                      const Terms& /*terms*/) const {
    return 0;
  }

  virtual Belief belief(std::span<const std::byte> /*state*/, Time /*now*/,
                        const Terms& /*terms*/) const {
    return {};
  }

  // Is a visit that is due beyond every budget? (advaRSS: "training" has none.)
  virtual bool is_beyond_budget(std::span<const std::byte> /*state*/,
                                Time /*now*/) const {
    return false;
  }

  // M of advaRSS's training phase (RSS-A §III.A), whose history is kept; nullopt where
  // there is none.
  virtual std::optional<double> median(std::span<const std::byte> /*state*/,
                                       Time /*now*/) const {
    return std::nullopt;
  }

  // The clock was set back by so much: what is remembered happened that much earlier.
  // Else all that a rank counts from the last visit on would be nothing until then.
  virtual void set_back(PolicyState& /*state*/, Milliseconds /*by*/) const {}

  // --- What concerns all sources together. Most policies need none of it. ---

  // The price to begin with, when sources may be visited `share_per_hour` of them.
  virtual double first_price(double /*share_per_hour*/) const { return 0; }

  virtual void joined(Slot /*slot*/, const Subject& /*subject*/) {}
  virtual void left(Slot /*slot*/) {}

  // A verdict has taken effect. `table` shows the state after it. Slots whose due times
  // should be thought over now are appended to `reconsidered`.
  virtual void settled(const Observation& /*seen*/, const StateTable& /*table*/,
                       std::vector<Slot>& /*reconsidered*/) {}

  // Is a source that comes due at `due` wanted then, after what was learned of others?
  // Asked when it is due (an answer after `now` postpones it) and for reconsidered ones
  // (an earlier answer brings them forward, a later one is ignored).
  virtual Time reconsider(Slot /*slot*/, const StateTable& /*table*/, Time /*now*/,
                          Time due, const Terms& /*terms*/) const {
    return due;
  }

  // Once a day.
  virtual void learn_population(const StateTable& /*table*/, Time /*now*/) {}

  // What was learned of all sources, for the store. Bytes of another release are
  // ignored: learning begins anew.
  virtual std::string population_bytes() const { return {}; }
  virtual void restore_population(std::string_view /*bytes*/) {}
};

}  // namespace curlew::schedule
