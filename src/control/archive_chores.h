// What is done to an archive where it lies: finished files are packed, and what was
// dropped from the database leaves the packs. In small steps, as nothing can be kept in
// an archive meanwhile.
//
// In one process archive_keeping.h does it beside the database; a terminal of its own
// has TerminalKeeping, and asks its controller what was dropped.

#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/result.h"
#include "control/archives.h"
#include "model/version.h"

namespace curlew::control {

// What was dropped from the database, and is to leave the archive of a terminal.
class DroppedRecords {
 public:
  virtual ~DroppedRecords() = default;
  // Some of it; all, in the end.
  virtual Result<std::vector<model::KeptAt>> dropped(const std::string& terminal) = 0;
  // They are gone.
  virtual Result<void> forget(const std::vector<model::KeptAt>& places) = 0;
};

// For one thread. Everything passed in outlives it.
class ArchiveChores {
 public:
  // `bytes_at_once`: of an archive, that one step deals with.
  ArchiveChores(Bytes bytes_at_once, Archives& archives, DroppedRecords& dropped);

  // Before the first step of a round.
  void begin_round() { going_.clear(); }
  // Of an archive that is open to write. True: it is done.
  Result<bool> pack(const std::string& terminal);
  Result<bool> let_go(const std::string& terminal);

 private:
  const Bytes bytes_at_once_;
  Archives& archives_;
  DroppedRecords& dropped_;
  // What the archive is letting go.
  std::vector<model::KeptAt> going_;
};

// Chores in rounds, each begun at a time of its own. For one thread.
class ChoreRounds {
 public:
  // True: it is done.
  using Chore = std::function<Result<bool>()>;

  // `clock` outlives it.
  ChoreRounds(Milliseconds every, const Clock& clock) : every_(every), clock_(clock) {}

  // To the end of the round that begins.
  void add(Chore chore) { chores_.push_back(std::move(chore)); }
  // Does a little when it is time to; `begin_round` adds the chores of a round. True:
  // there is more to do now. After an error the next round begins anew.
  Result<bool> step(const std::function<void()>& begin_round);

 private:
  const Milliseconds every_;
  const Clock& clock_;
  std::deque<Chore> chores_;
  SteadyTime next_round_ = SteadyTime::min();
};

struct TerminalKeepingOptions {
  Milliseconds every = std::chrono::minutes(10);
  Bytes bytes_at_once = 1_MiB;
};

// All archives of a terminal's process. For one thread.
class TerminalKeeping {
 public:
  // Everything passed in outlives it.
  TerminalKeeping(TerminalKeepingOptions options, Archives& archives,
                  DroppedRecords& dropped, const Clock& clock);

  // Does a little when it is time to. True: there is more to do now. After an error the
  // next round begins anew.
  Result<bool> step();

 private:
  void begin_round();

  Archives& archives_;
  ArchiveChores archive_chores_;
  ChoreRounds chores_;
};

}  // namespace curlew::control
