// Commits visit reports: everything that a batch of visits taught, in one transaction.
//
// What is computed here takes effect in memory only when the transaction stands (the
// caller applies `Committed`), so that a full disk or a crash loses nothing and leaves
// nothing half done. Committing a report again changes nothing.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"
#include "control/planners.h"
#include "model/visit.h"
#include "schedule/planner.h"
#include "store/central_store.h"

namespace curlew::control {

struct LedgerOptions {
  std::uint32_t failing_after = 3;  // Failed visits in a row.
  std::uint32_t moved_after = 3;    // Sightings of a permanent redirect.
  bool fetch_pages = true;          // Of sources that say nothing else.
  std::uint32_t page_tries = 4;
  Milliseconds page_retry{15 * 60'000};  // Times three with each try.
  // A page whose robots.txt cannot be read for so long is given up (RFC 9309 §2.3.1.4
  // names that time).
  Milliseconds page_patience = std::chrono::days(30);
};

// A report with what the controller knew when it ordered the visit.
struct Reported {
  model::VisitReport report;
  std::uint32_t page_tries = 0;    // Earlier ones; only for article pages.
  std::optional<Time> page_found;  // When its article was; nullopt: unknown.
  // What it found is not stored: its terminal must not remember it.
  bool is_lost = false;
  // Its source is not to be visited again before its user says so.
  bool is_set_aside = false;
};

struct Committed {
  // What was decided of the sources, and how they stand now.
  struct Source {
    model::SourceId id;
    model::SourceState state = model::SourceState::kActive;
    schedule::Verdict verdict;
    bool asked = false;  // A visit at once is still wanted.
  };
  std::vector<Source> sources;
  std::uint32_t new_articles = 0;
  bool wants_pages = false;  // Some of them want their page fetched.
  // Places of reports that the store would not take, written as failures instead.
  std::vector<std::size_t> refused;
};

class Ledger {
 public:
  Ledger(LedgerOptions options, store::CentralStore& store, Planners& planners,
         const Clock& clock)
      : options_(options), store_(store), planners_(planners), clock_(clock) {}

  // All of them or, on an error, none. With what was learned of all sources, if any.
  // A report that cannot be written though the store is well is written as a failed
  // visit: one bad report must not keep all others from being stored.
  Result<Committed> commit(std::span<const Reported> reports,
                           std::span<const store::Population> populations);

 private:
  // Reports by their place, as they are written instead.
  using Replaced = std::unordered_map<std::size_t, Reported>;
  // `culprit`: the one that could not be written.
  Result<Committed> try_commit(std::span<const Reported> reports,
                               std::span<const store::Population> populations,
                               const Replaced& replaced,
                               std::optional<std::size_t>& culprit);

  const LedgerOptions options_;
  store::CentralStore& store_;
  Planners& planners_;
  const Clock& clock_;
};

}  // namespace curlew::control
