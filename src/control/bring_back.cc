#include "control/bring_back.h"

#include <memory>

#include "archive/brought_back.h"
#include "base/log.h"

namespace curlew::control {
namespace {

Result<void> bring_back_from(const FarCopies& far, const std::string& holder,
                             const std::string& terminal, archive::CopiedDisk& disk,
                             std::set<HolderAndId>& brought_back) {
  TRY_ASSIGN(const auto ids, far.ids_at(holder, terminal));
  for (const std::string& id : ids) {
    const bool is_this = id == disk.id();
    // One that it held once has what was removed here since.
    if (is_this && holder != disk.holder()) continue;
    const auto copy = far.files_of(holder, terminal, id);
    const auto whose = is_this ? archive::CopyOf::kThis : archive::CopyOf::kEarlier;
    const auto gone = is_this ? disk.gone() : std::set<std::string>();
    TRY_ASSIGN(const auto files, archive::bring_back(disk, *copy, whose, gone));
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
