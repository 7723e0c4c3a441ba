#include "service/archive_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "archive/cdxj/index.h"
#include "archive/verify.h"

namespace curlew::service {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWarcEnding = ".warc.gz";
constexpr std::string_view kPackEnding = ".pack";

// Those that hold the archive of a terminal, sorted.
Result<std::vector<std::string>> terminals_in(const std::string& folder) {
  std::vector<std::string> terminals;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_directory()) terminals.push_back(entry.path().filename().string());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot be read: {}", folder, error.message())};
  }
  std::ranges::sort(terminals);
  if (!terminals.empty()) return terminals;
  return Error{ErrorKind::kNotFound,
               fmt::format("{}: nothing is archived here yet", folder)};
}

bool is_archived_file(std::string_view name) {
  return name.ends_with(kWarcEnding) || name.ends_with(kPackEnding);
}

archive::ExportRequest with_scheme(archive::ExportRequest request) {
  const bool is_whole = request.pattern.starts_with('*') ||
                        request.pattern.find("://") != request.pattern.npos;
  if (!is_whole) request.pattern.insert(0, "*://");
  return request;
}

// Where the versions are that the store knows, by terminal.
using Places = std::map<std::string, std::set<std::pair<std::string, Bytes>>>;

Result<Places> known_places(store::Store& store) {
  Places places;
  TRY(store.versions().each_place([&](const model::KeptAt& place) {
    places[place.terminal].emplace(place.segment, place.offset);
  }));
  return places;
}

// Those that the index does not have are left in `places`.
Result<void> take_indexed(archive::Disk& disk,
                          std::set<std::pair<std::string, Bytes>>& places) {
  TRY_ASSIGN(
      const auto archive,
      archive::Archive::open(disk, {.access = archive::ArchiveOptions::Access::kRead}));
  return archive->walk([&](const archive::Version& version) {
    places.erase({version.location.segment, version.location.offset});
    return !places.empty();
  });
}

// Trouble in a file that is not finished may be a record that is being written: a
// second look finds it whole.
Result<archive::VerifyReport> verify_while_written(archive::Disk& disk,
                                                   const std::function<void()>& tell) {
  TRY_ASSIGN(auto report, archive::verify(disk, [&](const auto&) { tell(); }));
  const auto is_unfinished = [&](const archive::VerifyReport::InFile& each) {
    return each.file.ends_with(kWarcEnding) &&
           !disk.open(archive::index_name_of(each.file)).ok();
  };
  if (std::ranges::none_of(report.troubles, is_unfinished)) return report;
  return archive::verify(disk, [](const auto&) {});
}

Result<void> verify_one(const std::string& folder, const std::string& terminal,
                        std::set<std::pair<std::string, Bytes>> known,
                        const std::function<void()>& tell, ArchiveCheck& check) {
  TRY_ASSIGN(const auto disk, archive::open_folder(folder + "/" + terminal));
  TRY_ASSIGN(auto report, verify_while_written(*disk, tell));
  check.files += report.files;
  check.records += report.records;
  check.versions += report.versions;
  for (auto& [file, trouble] : report.troubles) {
    check.troubles.push_back(
        {terminal + "/" + file, trouble.offset, std::move(trouble.reason)});
  }
  TRY(take_indexed(*disk, known));
  for (const auto& [segment, offset] : known) {
    check.troubles.push_back({terminal + "/" + segment, offset,
                              "a version that the store knows is not there"});
  }
  return {};
}

}  // namespace

Result<TerminalArchives> TerminalArchives::open(const std::string& folder) {
  TerminalArchives archives;
  TRY_ASSIGN(const auto terminals, terminals_in(folder));
  for (const std::string& terminal : terminals) {
    TRY_ASSIGN(auto disk, archive::open_folder(folder + "/" + terminal));
    TRY_ASSIGN(auto archive,
               archive::Archive::open(
                   *disk, {.access = archive::ArchiveOptions::Access::kRead}));
    archives.all_.push_back({terminal, std::move(disk), std::move(archive)});
  }
  return archives;
}

Result<std::string> TerminalArchives::records(const model::KeptAt& place) const {
  const auto named = std::ranges::find(all_, place.terminal, &Named::terminal);
  if (named == all_.end()) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("the archive of {} is not here", place.terminal)};
  }
  return named->archive->records({place.segment, place.offset, place.length});
}

Result<std::optional<model::KeptAt>> TerminalArchives::find(
    std::string_view url, const std::optional<Moment>& moment) const {
  std::optional<model::KeptAt> found;
  Time newest = Time::min();
  for (const Named& each : all_) {
    TRY_ASSIGN(
        const auto versions,
        each.archive->versions(url, Time::min(), moment ? moment->last : Time::max()));
    if (versions.empty() || versions.back().time < newest) continue;
    newest = versions.back().time;
    const auto& [segment, offset, length] = versions.back().location;
    found = model::KeptAt{each.terminal, segment, offset, length};
  }
  return found;
}

Result<std::vector<ArchivedFile>> list_archived_files(
    const TerminalArchives& archives) {
  std::vector<ArchivedFile> files;
  for (const TerminalArchives::Named& each : archives.all()) {
    std::map<std::string, ArchivedFile> of_terminal;
    TRY_ASSIGN(const auto names, each.disk->names());
    for (const std::string& name : names) {
      if (!is_archived_file(name)) continue;
      TRY_ASSIGN(const auto file, each.disk->open(name));
      of_terminal[name].bytes = file->size();
    }
    TRY(each.archive->walk([&](const archive::Version& version) {
      ArchivedFile& file = of_terminal[version.location.segment];
      ++file.versions;
      file.first = std::min(file.first.value_or(version.time), version.time);
      file.last = std::max(file.last.value_or(version.time), version.time);
      return true;
    }));
    for (auto& [name, file] : of_terminal) {
      file.terminal = each.terminal;
      file.name = name;
      files.push_back(std::move(file));
    }
  }
  return files;
}

Result<std::vector<ArchivedVersion>> list_archived_versions(
    const TerminalArchives& archives, const archive::ExportRequest& request) {
  const archive::ExportRequest wanted = with_scheme(request);
  std::vector<ArchivedVersion> versions;
  for (const TerminalArchives::Named& each : archives.all()) {
    TRY(each.archive->walk([&](const archive::Version& version) {
      if (version.time >= wanted.from && version.time <= wanted.to &&
          archive::matches_pattern(wanted.pattern, version.url)) {
        versions.push_back({each.terminal, version});
      }
      return true;
    }));
  }
  std::ranges::stable_sort(
      versions, {}, [](const ArchivedVersion& each) { return each.version.time; });
  return versions;
}

Result<std::size_t> count_archived_files(const std::string& folder) {
  std::size_t count = 0;
  TRY_ASSIGN(const auto terminals, terminals_in(folder));
  for (const std::string& terminal : terminals) {
    TRY_ASSIGN(const auto disk, archive::open_folder(folder + "/" + terminal));
    TRY_ASSIGN(const auto names, disk->names());
    count += std::size_t(std::ranges::count_if(names, is_archived_file));
  }
  return count;
}

Result<ArchiveCheck> verify_archives(store::Store& store, const std::string& folder,
                                     const std::function<void()>& tell) {
  ArchiveCheck check;
  // First: a version is in the archive before the store knows it.
  TRY_ASSIGN(const Places known, known_places(store));
  TRY_ASSIGN(const auto terminals, terminals_in(folder));
  for (const std::string& terminal : terminals) {
    const auto places = known.find(terminal);
    const auto verified = verify_one(
        folder, terminal,
        places == known.end() ? Places::mapped_type() : places->second, tell, check);
    if (!verified.ok()) check.troubles.push_back({terminal, 0, verified.error().text});
  }
  return check;
}

Result<archive::ExportReport> export_archives(const TerminalArchives& archives,
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
  std::vector<const archive::Archive*> all;
  for (const auto& each : archives.all()) all.push_back(each.archive.get());
  TRY_ASSIGN(const auto disk, archive::open_folder(parent.string()));
  const auto write =
      form == ExportForm::kWacz ? archive::export_wacz : archive::export_warc;
  return write(all, with_scheme(request), facts, *disk, path.filename().string());
}

}  // namespace curlew::service
