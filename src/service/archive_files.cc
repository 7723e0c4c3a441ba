#include "service/archive_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "archive/cdxj/index.h"
#include "archive/copies.h"
#include "archive/redirected.h"
#include "archive/verify.h"
#include "control/archive_folders.h"

namespace curlew::service {
namespace {

namespace fs = std::filesystem;

using Here = control::Archives::Here;

constexpr std::string_view kPackEnding = ".pack";

constexpr std::size_t kMostUnnamed = 10;

Error nothing_archived(const std::string& folder) {
  return {ErrorKind::kNotFound,
          fmt::format("{}: nothing is archived here yet", folder)};
}

Result<std::vector<std::string>> terminals_in(const std::string& folder) {
  TRY_ASSIGN(auto terminals, control::archived_terminals(folder));
  if (!terminals.empty()) return terminals;
  return nothing_archived(folder);
}

bool is_archived_file(std::string_view name) {
  return archive::is_segment_name(name) || name.ends_with(kPackEnding);
}

archive::ExportRequest with_scheme(archive::ExportRequest request) {
  const bool is_whole = request.pattern.starts_with('*') ||
                        request.pattern.find("://") != request.pattern.npos;
  if (!is_whole) request.pattern.insert(0, "*://");
  return request;
}

// The segment, and where in it.
using Spot = std::pair<std::string, Bytes>;
// Where the versions are that the store knows, by terminal.
using Places = std::map<std::string, std::set<Spot>>;

Result<Places> known_places(store::Store& store) {
  Places places;
  TRY(store.versions().each_place([&](const model::KeptAt& place) {
    places[place.terminal].emplace(place.segment, place.offset);
  }));
  return places;
}

// Records that no version names, with their addresses, by terminal.
using Unnamed = std::map<std::string, std::map<Spot, std::string>>;

// Versions that the index does not have are left in `known`; what it has beyond them is
// added to `unnamed`. A revisit without a version is what an unchanged visit leaves.
Result<void> compare_with_index(archive::Disk& disk, std::set<Spot>& known,
                                std::map<Spot, std::string>& unnamed) {
  TRY_ASSIGN(
      const auto archive,
      archive::Archive::open(disk, {.access = archive::ArchiveOptions::Access::kRead}));
  return archive->walk([&](const archive::Version& version) {
    Spot spot(version.location.segment, version.location.offset);
    if (known.erase(spot) == 0 && !version.is_revisit()) {
      unnamed.emplace(std::move(spot), version.url);
    }
    return true;
  });
}

// The store is asked last: what was kept meanwhile is named by now.
Result<void> note_unnamed(store::Store& store, Unnamed unnamed, ArchiveCheck& check) {
  TRY(store.versions().each_named_record([&](const model::KeptAt& place) {
    const auto own = unnamed.find(place.terminal);
    if (own != unnamed.end()) own->second.erase({place.segment, place.offset});
  }));
  for (auto& [terminal, records] : unnamed) {
    check.unnamed += records.size();
    for (auto& [spot, url] : records) {
      if (check.first_unnamed.size() >= kMostUnnamed) break;
      check.first_unnamed.push_back(
          {terminal + "/" + spot.first, spot.second, std::move(url)});
    }
  }
  return {};
}

// Trouble in a file that is not finished may be a record that is being written: a
// second look finds it whole.
Result<archive::VerifyReport> verify_while_written(archive::Disk& disk,
                                                   const std::function<void()>& tell) {
  TRY_ASSIGN(auto report, archive::verify(disk, [&](const auto&) { tell(); }));
  const auto is_unfinished = [&](const archive::VerifyReport::InFile& each) {
    return archive::is_segment_name(each.file) &&
           !disk.open(archive::index_name_of(each.file)).ok();
  };
  if (std::ranges::none_of(report.troubles, is_unfinished)) return report;
  return archive::verify(disk, [](const auto&) {});
}

// Terminals that keep nothing have a folder, and no copy of it before they do.
Result<bool> has_records(archive::Disk& disk) {
  TRY_ASSIGN(const auto names, disk.names());
  return std::ranges::any_of(names, is_archived_file);
}

// The copy of an archive against its own folder.
Result<void> verify_copy(const std::string& folder, const std::string& terminal,
                         std::size_t copies, ArchiveCheck& check) {
  TRY_ASSIGN(const auto homes, control::archive_homes(folder, terminal));
  if (homes.size() < copies) {
    check.troubles.push_back(
        {terminal, 0,
         fmt::format("{} of {} copies is there; curlew serve makes the other at its "
                     "next start",
                     homes.size(), copies)});
  }
  if (homes.size() < 2) return {};
  TRY_ASSIGN(const auto first, archive::open_folder(homes[0]));
  TRY_ASSIGN(const auto second, archive::open_folder(homes[1]));
  TRY_ASSIGN(const auto differences, archive::compare_halves(*first, *second));
  for (const auto& [file, offset, reason] : differences) {
    check.troubles.push_back(
        {fmt::format("{}/{}", terminal, file), offset,
         fmt::format("{} ({})", reason,
                     fs::path(homes[1]).lexically_relative(folder).string())});
  }
  return {};
}

Result<void> verify_one(const std::string& folder, const std::string& terminal,
                        std::set<Spot> known, std::size_t copies,
                        const std::function<void()>& tell, ArchiveCheck& check,
                        Unnamed& unnamed) {
  TRY_ASSIGN(const auto disk, control::open_archive_to_read(folder, terminal));
  TRY_ASSIGN(auto report, verify_while_written(*disk, tell));
  check.files += report.files;
  check.records += report.records;
  check.versions += report.versions;
  for (auto& [file, trouble] : report.troubles) {
    check.troubles.push_back({fmt::format("{}/{}", terminal, file), trouble.offset,
                              std::move(trouble.reason)});
  }
  TRY(compare_with_index(*disk, known, unnamed[terminal]));
  for (const auto& [segment, offset] : known) {
    check.troubles.push_back({fmt::format("{}/{}", terminal, segment), offset,
                              "a version that the store knows is not there"});
  }
  TRY_ASSIGN(const bool is_in_use, has_records(*disk));
  if (!is_in_use) return {};
  return verify_copy(folder, terminal, copies, check);
}

Result<void> add_files(const Here& here, std::vector<ArchivedFile>& files) {
  std::map<std::string, ArchivedFile> of_terminal;
  TRY_ASSIGN(const auto names, here.disk.names());
  for (const std::string& name : names) {
    if (!is_archived_file(name)) continue;
    TRY_ASSIGN(const auto file, here.disk.open(name));
    of_terminal[name].bytes = file->size();
  }
  TRY(here.archive.walk([&](const archive::Version& version) {
    ArchivedFile& file = of_terminal[version.location.segment];
    ++file.versions;
    file.first = std::min(file.first.value_or(version.time), version.time);
    file.last = std::max(file.last.value_or(version.time), version.time);
    return true;
  }));
  for (auto& [name, file] : of_terminal) {
    file.terminal = here.terminal;
    file.name = name;
    files.push_back(std::move(file));
  }
  return {};
}

// Adds what the redirects of that terminal lead to, unless it is there.
Result<void> add_redirected(const Here& here, std::vector<ArchivedVersion>& versions) {
  std::set<Spot> spots;
  const auto is_new = [&](const archive::Version& version) {
    return spots.emplace(version.location.segment, version.location.offset).second;
  };
  for (const ArchivedVersion& each : versions) {
    if (each.terminal == here.terminal) is_new(each.version);
  }
  // It grows meanwhile: one may lead to another.
  for (std::size_t i = 0; i < versions.size(); ++i) {
    if (versions[i].terminal != here.terminal) continue;
    TRY_ASSIGN(const auto target,
               archive::redirected(here.archive, versions[i].version));
    if (target && is_new(*target)) versions.push_back({here.terminal, *target});
  }
  return {};
}

}  // namespace

Result<std::optional<model::KeptAt>> find_archived(
    control::Archives& archives, std::string_view url,
    const std::optional<Moment>& moment) {
  std::optional<model::KeptAt> found;
  Time newest = Time::min();
  TRY(archives.with_all([&](std::span<const Here> all) -> Result<void> {
    for (const Here& each : all) {
      TRY_ASSIGN(
          const auto versions,
          each.archive.versions(url, Time::min(), moment ? moment->last : Time::max()));
      if (versions.empty() || versions.back().time < newest) continue;
      newest = versions.back().time;
      const auto& [segment, offset, length] = versions.back().location;
      found = model::KeptAt{each.terminal, segment, offset, length};
    }
    return {};
  }));
  return found;
}

Result<std::vector<ArchivedFile>> list_archived_files(control::Archives& archives) {
  std::vector<ArchivedFile> files;
  const auto list = [&](std::span<const Here> all) -> Result<void> {
    for (const Here& each : all) TRY(add_files(each, files));
    return {};
  };
  TRY(archives.with_all(list));
  return files;
}

Result<std::vector<ArchivedVersion>> list_archived_versions(
    control::Archives& archives, const archive::ExportRequest& request) {
  const archive::ExportRequest wanted = with_scheme(request);
  std::vector<ArchivedVersion> versions;
  const auto list = [&](std::span<const Here> all) -> Result<void> {
    for (const Here& each : all) {
      TRY(each.archive.walk([&](const archive::Version& version) {
        if (version.time >= wanted.from && version.time <= wanted.to &&
            archive::matches_pattern(wanted.pattern, version.url)) {
          versions.push_back({each.terminal, version});
        }
        return true;
      }));
      TRY(add_redirected(each, versions));
    }
    return {};
  };
  TRY(archives.with_all(list));
  std::ranges::stable_sort(
      versions, {}, [](const ArchivedVersion& each) { return each.version.time; });
  return versions;
}

Result<std::size_t> count_archived_files(const std::string& folder) {
  std::size_t count = 0;
  TRY_ASSIGN(const auto terminals, control::archived_terminals(folder));
  for (const std::string& terminal : terminals) {
    TRY_ASSIGN(const auto disk, control::open_archive_to_read(folder, terminal));
    TRY_ASSIGN(const auto names, disk->names());
    count += std::size_t(std::ranges::count_if(names, is_archived_file));
  }
  return count;
}

Result<ArchiveCheck> verify_archives(store::Store* store, const std::string& folder,
                                     std::size_t copies,
                                     const std::function<void()>& tell,
                                     OtherTerminals others) {
  ArchiveCheck check;
  Unnamed unnamed;
  // First: a version is in the archive before the store knows it.
  Places known;
  if (store != nullptr) {
    TRY_ASSIGN(known, known_places(*store));
  }
  TRY_ASSIGN(const auto terminals, control::archived_terminals(folder));
  if (terminals.empty() && known.empty()) return nothing_archived(folder);
  for (const std::string& terminal : terminals) {
    auto places = known.extract(terminal);
    const auto verified = verify_one(
        folder, terminal, places ? std::move(places.mapped()) : std::set<Spot>(),
        copies, tell, check, unnamed);
    if (!verified.ok()) check.troubles.push_back({terminal, 0, verified.error().text});
  }
  for (const auto& [terminal, places] : known) {
    if (others == OtherTerminals::kSome) {
      check.elsewhere += places.size();
      continue;
    }
    check.troubles.push_back(
        {terminal, 0,
         fmt::format("neither its folder nor a copy of it is here, where the store "
                     "knows {} {}",
                     places.size(), places.size() == 1 ? "version" : "versions")});
  }
  if (store != nullptr) {
    TRY(note_unnamed(*store, std::move(unnamed), check));
  }
  return check;
}

Result<Bytes> repair_indexes(const std::string& folder) {
  Bytes versions = 0;
  TRY_ASSIGN(const auto terminals, terminals_in(folder));
  for (const std::string& terminal : terminals) {
    TRY_ASSIGN(const auto homes, control::archive_homes(folder, terminal));
    for (const std::string& home : homes) {
      TRY_ASSIGN(const auto disk, archive::open_folder(home));
      auto rebuilt = archive::rebuild_index(*disk);
      if (!rebuilt.ok()) return std::move(rebuilt).error().within(terminal);
      // A copy has the same versions again.
      if (home == homes.front()) versions += *rebuilt;
    }
  }
  return versions;
}

Result<archive::ExportReport> export_archives(control::Archives& archives,
                                              const archive::ExportRequest& request,
                                              const archive::ExportFacts& facts,
                                              ExportForm form,
                                              const std::string& file) {
  const fs::path path(file);
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(parent, error)) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{}: there is no folder {}", file, parent.string())};
  }
  TRY_ASSIGN(const auto disk, archive::open_folder(parent.string()));
  const auto write =
      form == ExportForm::kWacz ? archive::export_wacz : archive::export_warc;
  archive::ExportReport report;
  TRY(archives.with_all([&](std::span<const Here> all) -> Result<void> {
    std::vector<const archive::Archive*> sources;
    for (const Here& each : all) sources.push_back(&each.archive);
    TRY_ASSIGN(report, write(sources, with_scheme(request), facts, *disk,
                             path.filename().string()));
    return {};
  }));
  return report;
}

}  // namespace curlew::service
