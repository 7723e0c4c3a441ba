#include "control/bring_back.h"

#include <memory>

#include "base/log.h"

namespace curlew::control {
namespace {

Result<void> bring_back_from(const FarCopies& far, const std::string& holder,
                             const std::string& terminal, archive::CopiedDisk& disk,
                             std::set<HolderAndId>& brought_back) {
  TRY_ASSIGN(const auto ids, far.ids_at(holder, terminal));
  for (const std::string& id : ids) {
    const bool is_this = id == disk.id();
    const archive::OnPurpose* const known = disk.notes().known_of(holder);
    const auto copy = far.files_of(holder, terminal, id);
    // Of a holder that is not in the notes, as it has another name now or was
    // forgotten, nobody knows which of its packs were replaced here: they come under
    // other names.
    TRY_ASSIGN(const auto files,
               is_this&& known != nullptr
                   ? disk.bring_back(*copy, archive::CopyOf::kThis, *known)
                   : disk.bring_back(
                         *copy, archive::CopyOf::kEarlier,
                         is_this ? disk.notes().known_of_all() : archive::OnPurpose()));
    brought_back.emplace(holder, id);
    if (files == 0) continue;
    log_warning("archive: {}: {} files that were lost here are back from {}", terminal,
                files, holder);
  }
  return {};
}

}  // namespace

std::set<HolderAndId> bring_back(const FarCopies& far, const std::string& terminal,
                                 archive::CopiedDisk& disk) {
  std::set<HolderAndId> brought_back;
  const auto terminals = far.terminals();
  if (!terminals.ok()) return brought_back;
  for (const std::string& holder : *terminals) {
    const auto brought = bring_back_from(far, holder, terminal, disk, brought_back);
    if (brought.ok()) continue;
    log_warning("archive: {}: what {} holds of it cannot be had now: {}", terminal,
                holder, brought.error().text);
  }
  return brought_back;
}

}  // namespace curlew::control
