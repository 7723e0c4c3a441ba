#include "control/archive_folders.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "archive/copies.h"
#include "archive/mirrored_disk.h"
#include "base/check.h"
#include "base/fingerprint.h"
#include "base/log.h"
#include "base/plain_name.h"

namespace curlew::control {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCopies = "copies";
constexpr std::string_view kHeld = "held";

// A name is a folder's, and comes from reports.
bool is_folder_name(std::string_view name) {
  return !name.empty() && name.front() != '.' && name != kCopies &&
         name.find_first_of("/\\") == name.npos && name.find('\0') == name.npos;
}

std::string copy_at(const std::string& folder, std::string_view holder,
                    std::string_view terminal) {
  return fmt::format("{}/{}/{}/{}", folder, holder, kCopies, terminal);
}

// Of its folders, sorted; none where there is no such folder.
Result<std::vector<std::string>> folders_in(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto each = fs::directory_iterator(path, error);
       !error && each != fs::directory_iterator(); each.increment(error)) {
    const std::string name = each->path().filename();
    std::error_code ignored;
    if (is_folder_name(name) && each->is_directory(ignored)) names.push_back(name);
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot be read: {}", path, error.message())};
  }
  std::ranges::sort(names);
  return names;
}

// The files of a home that is not wanted any more, and the folder when nothing else is
// in it.
Result<void> remove_home(archive::Disk& disk, const std::string& home) {
  TRY_ASSIGN(const auto names, disk.names());
  for (const auto& name : names) TRY(disk.remove(name));
  TRY(disk.sync_names());
  std::error_code ignored;
  fs::remove(home + "/lock", ignored);
  fs::remove(home, ignored);
  // That others' copies lay in, when this was the last.
  const fs::path parent = fs::path(home).parent_path();
  if (parent.filename() == kCopies) fs::remove(parent, ignored);
  return {};
}

}  // namespace

Result<std::vector<std::string>> archived_terminals(const std::string& folder) {
  TRY_ASSIGN(const auto holders, folders_in(folder));
  std::set<std::string> terminals(holders.begin(), holders.end());
  for (const auto& holder : holders) {
    TRY_ASSIGN(const auto held, folders_in(copy_at(folder, holder, "")));
    terminals.insert(held.begin(), held.end());
  }
  return std::vector<std::string>(terminals.begin(), terminals.end());
}

Result<std::vector<std::string>> left_archives(const std::string& folder,
                                               const std::vector<std::string>& living) {
  std::vector<std::string> left;
  TRY_ASSIGN(const auto terminals, archived_terminals(folder));
  for (const auto& terminal : terminals) {
    if (std::ranges::find(living, terminal) != living.end()) continue;
    TRY_ASSIGN(const auto disk, open_archive_to_read(folder, terminal));
    TRY_ASSIGN(const auto names, disk->names());
    const bool is_ours = std::ranges::any_of(
        names, [&](const auto& name) { return name.starts_with(terminal + "-"); });
    if (is_ours) left.push_back(terminal);
  }
  return left;
}

Result<std::vector<std::string>> archive_homes(const std::string& folder,
                                               std::string_view terminal) {
  std::vector<std::string> homes;
  if (!is_folder_name(terminal)) return homes;
  TRY_ASSIGN(const auto holders, folders_in(folder));
  std::error_code ignored;
  for (const auto& holder : holders) {
    if (holder == terminal) {
      homes.insert(homes.begin(), fmt::format("{}/{}", folder, terminal));
    } else if (std::string copy = copy_at(folder, holder, terminal);
               fs::is_directory(copy, ignored)) {
      homes.push_back(std::move(copy));
    }
  }
  return homes;
}

std::vector<std::string> wanted_homes(const std::string& folder,
                                      const std::string& terminal,
                                      const std::vector<std::string>& living,
                                      std::size_t copies) {
  CHECK(copies >= 1 && copies <= 2 && copies <= living.size());
  const auto own = std::ranges::find(living, terminal);
  std::vector<std::string> homes;
  auto holder = std::size_t(own - living.begin());
  if (own != living.end()) {
    homes.push_back(fmt::format("{}/{}", folder, terminal));
    ++holder;
  } else {
    holder = short_fingerprint_of(terminal) % living.size();
  }
  while (homes.size() < copies) {
    homes.push_back(copy_at(folder, living[holder++ % living.size()], terminal));
  }
  return homes;
}

std::string unfinished_home(const std::string& home) {
  const fs::path path(home);
  return (path.parent_path() / ("." + path.filename().string())).string();
}

Result<void> finish_home(const std::string& arriving, const std::string& home) {
  std::error_code error;
  fs::remove(arriving + "/lock", error);
  fs::rename(arriving, home, error);
  if (error) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot be renamed: {}", arriving, error.message())};
  }
  TRY_ASSIGN(const auto parent, archive::open_folder(fs::path(home).parent_path()));
  return parent->sync_names();
}

Result<std::vector<std::string>> held_terminals(const std::string& folder,
                                                const std::string& holder) {
  return folders_in(fmt::format("{}/{}/{}", folder, holder, kHeld));
}

Result<std::vector<std::string>> held_ids(const std::string& folder,
                                          const std::string& holder,
                                          const std::string& terminal) {
  if (!is_plain_name(terminal)) return std::vector<std::string>();
  return folders_in(fmt::format("{}/{}/{}/{}", folder, holder, kHeld, terminal));
}

Result<std::string> held_home(const std::string& folder, const std::string& holder,
                              const std::string& terminal, const std::string& id) {
  TRY(expect_plain_name("copy of the archive", terminal));
  TRY(expect_plain_name("id of an archive", id));
  return fmt::format("{}/{}/{}/{}/{}", folder, holder, kHeld, terminal, id);
}

namespace {

// Under its id, or, where there is one of that id, as one of an archive that was here
// before.
Result<void> adopt_one(const std::string& folder, const std::string& holder,
                       const std::string& terminal, const std::string& from,
                       const std::string& id) {
  std::error_code error;
  TRY_ASSIGN(std::string to, held_home(folder, holder, terminal, id));
  for (int i = 2; fs::exists(to, error); ++i) {
    TRY_ASSIGN(to, held_home(folder, holder, terminal, fmt::format("{}-{}", id, i)));
  }
  const fs::path parent = fs::path(to).parent_path();
  fs::create_directories(parent, error);
  if (!error) fs::rename(from, to, error);
  if (error) {
    return Error{ErrorKind::kFailed, fmt::format("{}: cannot be renamed to {}: {}",
                                                 from, to, error.message())};
  }
  log_info("archive: {} is {} now", from, to);
  TRY_ASSIGN(const auto disk, archive::open_folder(parent));
  return disk->sync_names();
}

}  // namespace

Result<void> adopt_held(const std::string& folder, const std::string& holder) {
  TRY_ASSIGN(const auto others, folders_in(folder));
  for (const std::string& other : others) {
    if (other == holder) continue;
    TRY_ASSIGN(const auto terminals, held_terminals(folder, other));
    for (const std::string& terminal : terminals) {
      TRY_ASSIGN(const auto ids, held_ids(folder, other, terminal));
      for (const std::string& id : ids) {
        TRY_ASSIGN(const std::string from, held_home(folder, other, terminal, id));
        TRY(adopt_one(folder, holder, terminal, from, id));
      }
      std::error_code ignored;
      const fs::path held = fs::path(folder) / other / kHeld;
      fs::remove(held / terminal, ignored);
      fs::remove(held, ignored);
      fs::remove(held.parent_path(), ignored);
    }
  }
  return {};
}

Result<void> remove_held(const std::string& home) {
  TRY_ASSIGN(const auto disk, archive::open_folder(home));
  TRY(remove_home(*disk, home));
  std::error_code ignored;
  const fs::path of_terminal = fs::path(home).parent_path();
  fs::remove(of_terminal, ignored);
  fs::remove(of_terminal.parent_path(), ignored);
  return {};
}

Result<std::unique_ptr<archive::Disk>> open_archive_to_read(
    const std::string& folder, const std::string& terminal) {
  TRY_ASSIGN(const auto homes, archive_homes(folder, terminal));
  std::unique_ptr<archive::Disk> disk;
  for (const auto& home : homes) {
    TRY_ASSIGN(auto next, archive::open_folder(home));
    disk =
        disk ? std::make_unique<archive::MirroredDisk>(std::move(disk), std::move(next))
             : std::move(next);
  }
  if (disk) return disk;
  return Error{ErrorKind::kNotFound,
               fmt::format("the archive of {} is not here", terminal)};
}

Result<std::unique_ptr<archive::Disk>> open_archive_to_write(
    const std::string& folder, const std::string& terminal,
    const std::vector<std::string>& homes) {
  if (!is_folder_name(terminal)) {
    return Error{ErrorKind::kUsage,
                 fmt::format("'{}' cannot be the name of a folder", terminal)};
  }
  TRY_ASSIGN(const auto before, archive_homes(folder, terminal));
  TRY_ASSIGN(auto first, archive::open_folder(homes.front()));
  for (const auto& home : before) {
    if (std::ranges::find(homes, home) != homes.end()) continue;
    TRY_ASSIGN(const auto disk, archive::open_folder(home));
    TRY_ASSIGN(const auto taken, archive::take_over(*first, *disk));
    log_info("archive: what {} held is in {} now, {} files of it new there", home,
             homes.front(), taken.size());
    TRY(remove_home(*disk, home));
  }
  if (homes.size() == 1) return first;
  TRY_ASSIGN(auto second, archive::open_folder(homes.back()));
  TRY_ASSIGN(const auto copied, archive::make_equal(*first, *second));
  if (!copied.empty()) {
    log_warning("archive: {} files of {} were not the same in {} and {}, and are now",
                copied.size(), terminal, homes.front(), homes.back());
  }
  return std::unique_ptr<archive::Disk>(
      std::make_unique<archive::MirroredDisk>(std::move(first), std::move(second)));
}

}  // namespace curlew::control
