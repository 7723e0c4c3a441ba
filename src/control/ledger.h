// Commits visit reports: everything that a batch of visits taught, in one transaction.
//
// What is computed here takes effect in memory only when the transaction stands (the
// caller applies `Committed`), so that a full disk or a crash loses nothing and leaves
// nothing half done. Committing a report again changes nothing.

#pragma once

#include <span>

#include "base/clock.h"
#include "base/result.h"
#include "control/batch.h"
#include "control/planners.h"
#include "control/prepared_report.h"
#include "control/source_rows.h"
#include "store/store.h"

namespace curlew::control {

class Ledger {
 public:
  Ledger(LedgerOptions options, store::Store& store, SourceRows& rows,
         Planners& planners, const Clock& clock)
      : options_(options),
        store_(store),
        rows_(rows),
        planners_(planners),
        clock_(clock) {}

  // All of them or, on an error, none. With what was learned of all sources, if any.
  //
  // A report that cannot be written though the store is well must not keep all others
  // from being stored. It is found by halving, as an error of writes that share a round
  // trip does not name it; it is replaced by prepare_instead(), and so set aside.
  Result<Committed> commit(std::span<PreparedReport> reports,
                           std::span<const store::Population> populations);

 private:
  enum class End { kCommit, kRollBack };
  Result<Committed> write(std::span<PreparedReport> reports,
                          std::span<const store::Population> populations, End end);
  Result<bool> set_aside_unwritable(std::span<PreparedReport> reports);

  const LedgerOptions options_;
  store::Store& store_;
  SourceRows& rows_;
  Planners& planners_;
  const Clock& clock_;
};

}  // namespace curlew::control
