#include "control/left_copies.h"

#include <algorithm>
#include <set>
#include <utility>

#include "archive/archive.h"
#include "control/archive_folders.h"

namespace curlew::control {

LeftCopies::LeftCopies(std::string folder, std::string holder,
                       Milliseconds gone_for_good, AskedRecords& asked,
                       const Clock& clock)
    : folder_(std::move(folder)),
      holder_(std::move(holder)),
      gone_for_good_(gone_for_good),
      asked_(asked),
      clock_(clock) {}

std::vector<store::ArchiveCopy> LeftCopies::find() {
  std::vector<store::ArchiveCopy> left;
  const auto held = held_terminals(folder_, holder_);
  if (!held.ok()) return left;
  std::erase_if(missing_, [&](const auto& each) {
    return !std::ranges::binary_search(*held, each.first);
  });
  for (const std::string& terminal : *held) {
    const auto keeper = asked_.holder_of(terminal);
    if (!keeper.ok()) continue;
    if (*keeper) {
      missing_.erase(terminal);
      continue;
    }
    Missing& missing =
        missing_.try_emplace(terminal, Missing{clock_.steady(), {}}).first->second;
    if (clock_.steady() - missing.since < gone_for_good_) continue;
    if (!missing.versions) {
      const auto versions = count(terminal);
      if (!versions.ok()) continue;
      missing.versions = *versions;
    }
    left.push_back({terminal, holder_, *missing.versions});
  }
  return left;
}

Result<std::uint64_t> LeftCopies::count(const std::string& terminal) const {
  // Copies of several ids may have the same versions.
  std::set<std::pair<std::string, Bytes>> places;
  TRY_ASSIGN(const auto ids, held_ids(folder_, holder_, terminal));
  for (const std::string& id : ids) {
    TRY_ASSIGN(const std::string home, held_home(folder_, holder_, terminal, id));
    TRY_ASSIGN(const auto disk, archive::open_folder(home));
    TRY_ASSIGN(const auto archive,
               archive::Archive::open(
                   *disk, {.access = archive::ArchiveOptions::Access::kRead}));
    TRY(archive->walk([&](const archive::Version& version) {
      places.emplace(version.location.segment, version.location.offset);
      return true;
    }));
  }
  return places.size();
}

}  // namespace curlew::control
