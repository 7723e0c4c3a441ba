#include "control/archive_chores.h"

#include <optional>
#include <utility>

#include "base/log.h"

namespace curlew::control {

ArchiveChores::ArchiveChores(Bytes bytes_at_once, Archives& archives,
                             DroppedRecords& dropped)
    : bytes_at_once_(bytes_at_once), archives_(archives), dropped_(dropped) {}

Result<bool> ArchiveChores::pack(const std::string& terminal) {
  archive::Packed packed;
  TRY(archives_.with(terminal, [&](archive::Archive& archive) -> Result<void> {
    TRY_ASSIGN(packed, archive.pack(0, bytes_at_once_));
    return {};
  }));
  if (packed.files > 0)
    log_info("archive: {}: packed files: {}", terminal, packed.files);
  return packed.is_done;
}

Result<bool> ArchiveChores::let_go(const std::string& terminal) {
  if (going_.empty()) {
    TRY_ASSIGN(going_, dropped_.dropped(terminal));
    if (going_.empty()) return true;
  }
  std::vector<archive::Location> places;
  for (const model::KeptAt& each : going_) places.push_back(location_of(each));
  std::optional<std::vector<archive::Location>> gone;
  TRY(archives_.with(terminal, [&](archive::Archive& archive) -> Result<void> {
    TRY_ASSIGN(gone, archive.let_go(places, bytes_at_once_));
    return {};
  }));
  if (!gone) return false;
  going_.clear();
  std::vector<model::KeptAt> forgotten;
  for (const archive::Location& each : *gone) {
    forgotten.push_back({terminal, each.segment, each.offset, each.length});
  }
  TRY(dropped_.forget(forgotten));
  return forgotten.empty();
}

Result<bool> ChoreRounds::step(const std::function<void()>& begin_round) {
  if (chores_.empty()) {
    if (clock_.steady() < next_round_) return false;
    next_round_ = clock_.steady() + every_;
    begin_round();
    // A controller may have no archive of its own.
    if (chores_.empty()) return false;
  }
  const auto done = chores_.front()();
  if (!done.ok()) {
    chores_.clear();
    return Error(done.error()).within("archive");
  }
  if (*done) chores_.pop_front();
  return !chores_.empty();
}

TerminalKeeping::TerminalKeeping(TerminalKeepingOptions options, Archives& archives,
                                 DroppedRecords& dropped, const Clock& clock)
    : archives_(archives),
      archive_chores_(options.bytes_at_once, archives, dropped),
      chores_(options.every, clock) {}

Result<bool> TerminalKeeping::step() {
  return chores_.step([this] { begin_round(); });
}

void TerminalKeeping::begin_round() {
  archive_chores_.begin_round();
  const auto terminals = archives_.open_terminals();
  // What needs nobody else comes first.
  for (const std::string& each : terminals) {
    chores_.add([this, each] { return archive_chores_.pack(each); });
  }
  for (const std::string& each : terminals) {
    chores_.add([this, each] { return archive_chores_.let_go(each); });
  }
}

}  // namespace curlew::control
