#include "control/copy_keeping.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/fingerprint.h"
#include "base/log.h"

namespace curlew::control {

CopyKeeping::CopyKeeping(CopyKeepingOptions options, Archives& archives,
                         const FarCopies& copies, LeftCopies& left, const Clock& clock)
    : options_(std::move(options)),
      archives_(archives),
      copies_(copies),
      left_(left),
      clock_(clock) {}

Result<bool> CopyKeeping::step() {
  bool is_more = false;
  std::optional<Error> first;
  for (const std::string& archive : archives_.open_terminals()) {
    const auto tended = tend(archive);
    if (tended.ok()) {
      is_more |= *tended;
    } else if (!first) {
      first = Error(tended.error()).within("archive: the copy of " + archive);
    }
  }
  if (first) return *std::move(first);
  return is_more;
}

Result<bool> CopyKeeping::tend(const std::string& archive) {
  Tended& tended = tended_[archive];
  if (clock_.steady() >= tended.look_at) {
    tended.look_at = clock_.steady() + options_.look_again;
    TRY(look(archive, tended));
  }
  bool is_behind = false;
  bool is_whole = false;
  TRY(archives_.with_copied(archive, [&](archive::CopiedDisk& disk) -> Result<void> {
    if (!disk.is_connected()) return {};
    TRY_ASSIGN(is_whole, disk.step(options_.bytes_at_once));
    is_behind = !is_whole;
    return {};
  }));
  // Only one who has a whole copy may let go of others.
  if (is_whole) TRY(look_around(archive, tended));
  return is_behind;
}

std::string CopyKeeping::choose_holder(const std::string& archive,
                                       const std::string& current,
                                       Tended& tended) const {
  const SteadyTime now = clock_.steady();
  const bool is_possible = !current.empty() && current != options_.terminal;
  if (is_possible && std::ranges::find(alive_, current) != alive_.end()) {
    tended.missing_since.reset();
    return current;
  }
  if (is_possible) {
    if (!tended.missing_since) tended.missing_since = now;
    if (now - *tended.missing_since < options_.gone_for_good) return current;
  }
  std::string best;
  std::uint64_t highest = 0;
  for (const std::string& each : alive_) {
    if (each == options_.terminal || each == archive) continue;
    const std::uint64_t draw =
        short_fingerprint_of(std::string(each).append("\n").append(archive));
    if (!best.empty() && draw <= highest) continue;
    best = each;
    highest = draw;
  }
  // Nobody else: it may be back yet.
  return best.empty() && is_possible ? current : best;
}

Result<void> CopyKeeping::look(const std::string& archive, Tended& tended) {
  // While there is no controller, all stays as it is.
  auto told = archives_.far_copies();
  std::ranges::move(left_.find(), std::back_inserter(told));
  auto alive = copies_.terminals(options_.terminal, told);
  if (alive.ok()) alive_ = *std::move(alive);
  bool is_lost_here = false;
  TRY(archives_.with_copied(archive, [&](archive::CopiedDisk& disk) -> Result<void> {
    const std::string holder = choose_holder(archive, disk.holder(), tended);
    if (holder.empty()) return {};
    if (disk.is_connected() && holder == disk.holder()) return {};
    if (std::ranges::find(alive_, holder) == alive_.end()) return {};
    if (holder != disk.holder()) {
      log_info("archive: the copy of {} goes to {} now", archive, holder);
    }
    TRY_ASSIGN(const bool is_ours,
               disk.connect(holder, copies_.writer_of(holder, archive, disk.id())));
    is_lost_here = !is_ours;
    return {};
  }));
  // Opening it anew costs the visits under way: what does not help is not done at once
  // again.
  if (!is_lost_here || clock_.steady() < tended.bring_back_at) return {};
  tended.bring_back_at = clock_.steady() + options_.look_around;
  return archives_.bring_back(archive);
}

// Copies that were held once, and those of an archive of this name that was lost: what
// these have comes back, and is in the whole copy then.
Result<void> CopyKeeping::look_around(const std::string& archive, Tended& tended) {
  if (tended.asked == alive_ && clock_.steady() < tended.ask_at) return {};
  std::string id;
  std::string holder;
  TRY(archives_.with_copied(archive, [&](archive::CopiedDisk& disk) -> Result<void> {
    id = disk.id();
    holder = disk.holder();
    return {};
  }));
  for (const std::string& each : alive_) {
    TRY_ASSIGN(const auto ids, copies_.ids_at(each, archive));
    for (const std::string& found : ids) {
      if (found == id && each == holder) continue;
      if (found != id && !archives_.is_brought_back(archive, each, found)) {
        tended.asked = alive_;
        tended.ask_at = clock_.steady() + options_.look_again;
        return archives_.bring_back(archive);
      }
      log_info("archive: {} need not hold a copy of {} any more", each, archive);
      TRY(copies_.drop(each, archive, found));
    }
  }
  tended.asked = alive_;
  tended.ask_at = clock_.steady() + options_.look_around;
  return {};
}

}  // namespace curlew::control
