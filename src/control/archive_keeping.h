// Keeps the archives of this process small: packs WARC files that are finished, thins
// versions by a rule, and takes out of the packs what was dropped. In small steps, as
// nothing can be kept in an archive meanwhile. And moves pages of articles there that
// an earlier release kept in the database.
//
// A version goes from the database first, in one transaction that notes its record as
// dropped; then its bytes go, and last the note. So whenever the process dies, whatever
// the database shows has its bytes, and what it does not show leaves no bytes behind.
//
// For one thread, with a store of its own.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "archive/retention.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "control/archive_chores.h"
#include "control/archives.h"
#include "store/store.h"

namespace curlew::control {

struct ArchiveKeepingOptions {
  // Empty: all versions are kept. Ages are counted by the clock of housekeeping.h.
  archive::Retention keep;
  Milliseconds every = std::chrono::minutes(10);
  // Bytes of an archive, and versions, that one step deals with.
  Bytes bytes_at_once = 1_MiB;
  std::size_t versions_at_once = 100;
  // Of a record that lies at a terminal elsewhere: does a revisit refer to it? nullopt:
  // it is not known yet. Null: what lies elsewhere is not thinned.
  std::function<Result<std::optional<bool>>(const model::KeptAt&)>
      is_referred_elsewhere = nullptr;
};

// The books of one process: its database.
class DroppedInStore final : public DroppedRecords {
 public:
  // `store` outlives it.
  explicit DroppedInStore(store::Store& store) : store_(store) {}
  Result<std::vector<model::KeptAt>> dropped(const std::string& terminal) override;
  Result<void> forget(const std::vector<model::KeptAt>& places) override;

 private:
  store::Store& store_;
};

class ArchiveKeeping {
 public:
  // Of all archives that are open to write, those of terminals that are no more with
  // them.
  ArchiveKeeping(ArchiveKeepingOptions options, Archives& archives, store::Store& store,
                 const Clock& clock);

  // Does a little when it is time to. True: there is more to do now. After an error the
  // next round begins anew.
  Result<bool> step();

 private:
  void begin_round();
  Result<bool> move_pages();
  Result<bool> thin();
  // True: nothing of it is left to go.
  Result<bool> thin(store::Document document, Time now);
  // Nullopt: it is not known yet.
  Result<std::optional<bool>> may_go(const model::KeptAt& place);

  const ArchiveKeepingOptions options_;
  Archives& archives_;
  store::Store& store_;
  DroppedInStore dropped_;
  ArchiveChores archive_chores_;

  ChoreRounds chores_;
  // Those of this round.
  std::vector<std::string> terminals_;
  // The last document that was thinned in this round.
  store::Document thinned_;
};

}  // namespace curlew::control
