#include "archive/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "archive/archive.h"
#include "archive/cdxj/index.h"
#include "archive/cdxj/line.h"
#include "archive/cdxj/sorted_lines.h"
#include "archive/pack/packing.h"
#include "archive/pack/packs.h"
#include "archive/segment/scan.h"
#include "archive/string_file.h"
#include "archive/warc/gzip.h"

namespace curlew::archive {
namespace {

// Of a file that nobody reads, as it is not named like one: does it begin like one?
Result<bool> is_passed_over(Disk& disk, const std::string& name) {
  if (is_segment_name(name) || segment_of_index(name)) return false;
  auto file = disk.open(name);
  if (!file.ok() && file.error().kind == ErrorKind::kNotFound) return false;
  if (!file.ok()) return std::move(file).error();
  TRY_ASSIGN(const std::string begin, (*file)->read(0, 16));
  return is_gzip(begin) || begin.starts_with("WARC/") || begin.starts_with("filedesc:");
}

// The lines of a finished segment's index against those that its file gives, sorted.
Result<void> compare_index(Disk& disk, const std::string& name,
                           const std::vector<std::string>& expected,
                           VerifyReport& report) {
  TRY_ASSIGN(const auto file, disk.open(name));
  std::size_t at = 0;
  Bytes offset = 0;
  bool is_same = true;
  TRY(SortedLines(*file).walk(0, [&](std::string_view line) {
    is_same = at < expected.size() && expected[at] == line;
    if (is_same) offset += line.size() + 1;
    ++at;
    return is_same;
  }));
  if (is_same && at < expected.size()) is_same = false;
  if (!is_same) {
    report.troubles.push_back(
        {name, {offset, "the index is not what its WARC file gives"}});
  }
  return {};
}

// The captures of a pack: whole, what their digests say, and in the index, unless they
// are leaving.
Result<void> check_pack(const Packs::Named& named, const Index& index,
                        const std::set<std::string>& leaving, VerifyReport& report) {
  TRY_ASSIGN(auto damaged, named.pack->verify());
  for (auto& each : damaged) {
    report.troubles.push_back({named.name, std::move(each)});
  }
  TRY_ASSIGN(const auto keys, named.pack->keys());
  for (const auto& key : keys) {
    auto records = named.pack->read(key);
    const auto place = parse_pack_key(key);
    if (!records.ok() || !place) continue;
    const StringFile file(std::move(records).value());
    TRY_ASSIGN(const auto scan, scan_segment(file, place->segment));
    report.records += scan.records;
    for (const auto& each : scan.troubles) {
      report.troubles.push_back(
          {named.name, {each.offset, fmt::format("{}: {}", key, each.reason)}});
    }
    if (leaving.contains(key)) continue;
    for (const auto& line : scan.lines) {
      const auto version = parse_cdxj(line);
      TRY_ASSIGN(const auto found,
                 index.versions(version->url, version->time, version->time));
      if (std::ranges::none_of(found, [&](const Version& each) {
            return each.location.segment == place->segment &&
                   each.location.offset == place->offset &&
                   each.digest == version->digest;
          })) {
        report.troubles.push_back(
            {named.name, {0, fmt::format("{}: not in the index", key)}});
      }
    }
  }
  return {};
}

// The packs, and that what the index has of WARC files that are gone is in them.
Result<void> check_packs(Disk& disk, const std::vector<std::string>& names,
                         const std::function<void(const std::string&)>& tell,
                         VerifyReport& report) {
  Packs packs(disk, "", Pack::Access::kRead, 0);
  Index index(disk);
  for (const auto& name : names) {
    const auto segment = segment_of_index(name);
    if (!segment) continue;
    TRY(index.add_file(*segment));
    if (std::ranges::binary_search(names, *segment)) continue;
    TRY_ASSIGN(const auto file, disk.open(name));
    Bytes missing = 0;
    Result<bool> has = true;
    TRY(SortedLines(*file).walk(0, [&](std::string_view line) {
      const auto version = parse_cdxj(line);
      has = version ? packs.has(version->location) : false;
      if (has.ok() && !*has) ++missing;
      return has.ok();
    }));
    TRY(has);
    if (missing > 0) {
      report.troubles.push_back(
          {name, {0, fmt::format("{} of its versions are in no file", missing)}});
    }
  }
  TRY_ASSIGN(const auto* all, packs.all());
  for (const auto& [name, why] : packs.damaged()) {
    report.troubles.push_back({name, {0, why.text}});
  }
  TRY_ASSIGN(const auto leaving, leaving_keys(disk));
  for (const auto& named : *all) {
    tell(named.name);
    ++report.files;
    TRY(check_pack(named, index, leaving, report));
  }
  return {};
}

Result<void> check_references(Disk& disk, VerifyReport& report) {
  TRY_ASSIGN(const auto archive,
             Archive::open(disk, {.access = ArchiveOptions::Access::kRead}));
  return archive->walk([&](const Version& version) {
    ++report.versions;
    if (!version.is_revisit()) return true;
    if (const auto original = archive->original(version); !original.ok()) {
      report.troubles.push_back(
          {version.location.segment, {version.location.offset, original.error().text}});
    } else if (original->digest != version.digest && original->sha1 != version.digest) {
      report.troubles.push_back(
          {version.location.segment,
           {version.location.offset, "a revisit of a payload with another digest"}});
    }
    return true;
  });
}

}  // namespace

Result<VerifyReport> verify(Disk& disk,
                            const std::function<void(const std::string&)>& tell) {
  VerifyReport report;
  TRY_ASSIGN(const auto names, disk.names());
  for (const auto& name : names) {
    TRY_ASSIGN(const bool is_unread, is_passed_over(disk, name));
    if (is_unread) {
      report.troubles.push_back(
          {name,
           {0,
            "not read: a WARC or ARC file ends in .warc.gz, .warc, .arc.gz "
            "or .arc"}});
    }
    if (!is_segment_name(name)) continue;
    const auto file = disk.open(name);
    // It was packed meanwhile.
    if (!file.ok() && file.error().kind == ErrorKind::kNotFound) continue;
    if (!file.ok()) return Error(file.error());
    tell(name);
    TRY_ASSIGN(auto scan, scan_segment(**file, name));
    ++report.files;
    report.records += scan.records;
    for (auto& each : scan.troubles) report.troubles.push_back({name, std::move(each)});
    std::ranges::sort(scan.lines);
    const std::string index = index_name_of(name);
    if (std::ranges::binary_search(names, index)) {
      TRY(compare_index(disk, index, scan.lines, report));
    }
  }
  TRY(check_packs(disk, names, tell, report));
  TRY(check_references(disk, report));
  return report;
}

Result<Bytes> rebuild_index(Disk& disk) {
  TRY_ASSIGN(const auto lock, disk.lock());
  TRY_ASSIGN(const auto names, disk.names());
  Index index(disk);
  Bytes versions = 0;
  for (const auto& name : names) {
    if (!is_segment_name(name)) continue;
    TRY_ASSIGN(const auto file, disk.open(name));
    TRY_ASSIGN(auto scan, scan_segment(*file, name));
    versions += scan.lines.size();
    for (auto& line : scan.lines) index.add_line(name, std::move(line));
    TRY(index.finish(name));
  }
  return versions;
}

}  // namespace curlew::archive
