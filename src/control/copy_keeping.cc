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
  std::string holder;
  std::string id;
  bool is_noted = false;
  TRY(archives_.with_copied(archive, [&](archive::CopiedDisk& disk) -> Result<void> {
    const std::string chosen = choose_holder(archive, disk.holder(), tended);
    if (chosen.empty()) return {};
    if (disk.is_connected() && chosen == disk.holder()) return {};
    if (std::ranges::find(alive_, chosen) == alive_.end()) return {};
    holder = chosen;
    id = disk.id();
    is_noted = disk.notes().known_of(chosen) != nullptr;
    return {};
  }));
  if (holder.empty()) return {};
  TRY_ASSIGN(const bool may_write,
             is_noted ? Result<bool>(true) : may_write_over(archive, holder, id));
  bool is_ours = false;
  if (may_write) {
    TRY_ASSIGN(is_ours, connect(archive, holder));
  }
  return is_ours ? Result<void>() : bring_back(archive, {holder, id}, tended);
}

// A copy of this archive at one who is not in the notes, as it has another name now,
// may have what nobody else has.
Result<bool> CopyKeeping::may_write_over(const std::string& archive,
                                         const std::string& holder,
                                         const std::string& id) {
  TRY_ASSIGN(const auto ids, copies_.ids_at(holder, archive));
  return std::ranges::find(ids, id) == ids.end() ||
         archives_.is_brought_back(archive, holder, id);
}

Result<bool> CopyKeeping::connect(const std::string& archive,
                                  const std::string& holder) {
  // Without such a disk there is nothing to do.
  bool is_ours = true;
  TRY(archives_.with_copied(archive, [&](archive::CopiedDisk& disk) -> Result<void> {
    if (holder != disk.holder()) {
      log_info("archive: the copy of {} goes to {} now", archive, holder);
    }
    TRY_ASSIGN(is_ours,
               disk.connect(holder, copies_.writer_of(holder, archive, disk.id())));
    return {};
  }));
  return is_ours;
}

// Opening it anew costs the visits under way: what does not help is not done at once
// again.
Result<void> CopyKeeping::bring_back(const std::string& archive,
                                     const HolderAndId& copy, Tended& tended) {
  const SteadyTime now = clock_.steady();
  std::erase_if(tended.tried, [&](const auto& each) { return each.second <= now; });
  const bool is_first = tended.tried.emplace(copy, now + options_.look_around).second;
  return is_first ? archives_.bring_back(archive) : Result<void>();
}

// May it go? One of this archive, when nothing of it is lost here; one of an archive of
// the same name that was lost, when all of it is back.
Result<bool> CopyKeeping::is_needless(const std::string& archive,
                                      const std::string& holder,
                                      const std::string& id) {
  std::optional<bool> is_lost;
  TRY(archives_.with_copied(archive, [&](archive::CopiedDisk& disk) -> Result<void> {
    const archive::OnPurpose* const known = disk.notes().known_of(holder);
    if (id != disk.id() || known == nullptr) return {};
    const auto copy = copies_.files_of(holder, archive, id);
    TRY_ASSIGN(const auto lost, disk.count_lost(*copy, archive::CopyOf::kThis, *known));
    is_lost = lost > 0;
    return {};
  }));
  return is_lost ? !*is_lost : archives_.is_brought_back(archive, holder, id);
}

Result<void> CopyKeeping::drop(const std::string& archive, const std::string& holder,
                               const std::string& id) {
  log_info("archive: {} need not hold a copy of {} any more", holder, archive);
  return copies_.drop(holder, archive, id);
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
      TRY_ASSIGN(const bool is_needless_now, is_needless(archive, each, found));
      if (!is_needless_now) {
        tended.asked = alive_;
        tended.ask_at = clock_.steady() + options_.look_again;
        return bring_back(archive, {each, found}, tended);
      }
      TRY(drop(archive, each, found));
    }
    if (each == holder) continue;
    TRY(archives_.with_copied(
        archive, [&](archive::CopiedDisk& disk) { return disk.forget_former(each); }));
  }
  tended.asked = alive_;
  tended.ask_at = clock_.steady() + options_.look_around;
  return {};
}

}  // namespace curlew::control
