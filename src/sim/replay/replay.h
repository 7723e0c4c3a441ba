// Replays a trace through the real planner and a real policy, in virtual time.
//
// Nothing is stored or fetched: a visit at a virtual moment sees what the trace had
// published by then, and the planner learns of it as it would in the running system.
// Three years of ten thousand documents take seconds.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "model/objective.h"
#include "schedule/budget.h"
#include "schedule/planner.h"
#include "sim/replay/faults.h"
#include "sim/replay/sample.h"
#include "sim/replay/subscribers.h"
#include "sim/replay/tally.h"

namespace curlew::sim {

struct ReplayOptions {
  model::Objective objective = model::Objective::kDelay;
  Milliseconds tick = std::chrono::minutes(10);
  Milliseconds minimum_gap = std::chrono::minutes(10);
  schedule::BudgetOptions budget;
  // Without a budget.
  double price = 0.1;
  // By a feed; 0: all that there ever were.
  std::uint32_t items_shown = 0;
  FaultOptions faults;
  std::uint64_t seed = 1;
  // advaRSS: how long `toe` trains before `posting-rate` takes over.
  Milliseconds training{0};
  // How many wait for each source's news, by its number in the trace, and what each of
  // them adds to the worth of a visit (RSS-A eq. 6).
  Subscribers subscribers;
  double subscriber_weight = 1;
  // Places in the sample of which to keep a history.
  std::vector<std::size_t> followed;
  // For a progress bar; may be empty.
  std::function<void()> day_passed;
};

// What happened to one source, and what the policy thinks of it at the end.
struct VisitRecord {
  Time at;
  std::uint32_t new_items = 0;
  // The next one.
  Time due;
  // What the policy names.
  std::vector<std::pair<std::string_view, double>> variables;
};
struct SourceHistory {
  std::size_t place = 0;
  std::vector<VisitRecord> visits;
  schedule::Belief belief;
};

struct Replayed {
  Scorecard card;
  // What a visit costs at the end; 0: the policy knows no price.
  double price = 0;
  std::vector<SourceHistory> followed;
};

// Feeds (kDelay) meet a cold start: their first visits are spread over 144 ticks.
// Documents (the other objectives) have been copied when the replay starts: the policy
// sees that first visit, but it does not count as a download. A visit tells of a
// document whether it changed, not when or how often.
//
// Time goes in ticks from the window's start. Only documents without a budget, under a
// policy that knows no price, are visited at the very moments it asks for, as the
// papers' strategies were defined.
Replayed replay(const Sample& sample, std::unique_ptr<schedule::Policy> policy,
                const ReplayOptions& options);

// How the sample's sources are numbered in the planner.
model::SourceId source_id(std::size_t place_in_sample);

}  // namespace curlew::sim
