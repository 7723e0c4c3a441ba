#include "archive/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "archive/cdxj/line.h"
#include "archive/redirected.h"
#include "archive/timestamps.h"
#include "archive/wacz/zip_writer.h"
#include "archive/wacz/zipnum.h"
#include "archive/warc/digests.h"
#include "archive/warc/gzip.h"
#include "archive/warc/writer.h"
#include "base/sha.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kCopyAtOnce = 1_MiB;

// The file that an export writes, taken away again unless it was kept: half an export
// is none.
class Product {
 public:
  static Result<std::unique_ptr<Product>> create(Disk& disk, std::string name) {
    TRY_ASSIGN(auto file, disk.create(name));
    return std::unique_ptr<Product>(
        new Product(disk, std::move(name), std::move(file)));
  }
  ~Product() {
    if (!is_kept_ && !disk_.remove(name_).ok()) return;
  }

  File& file() { return *file_; }
  Result<void> append(std::string_view bytes) {
    sha256_.add(bytes);
    crc_ = crc32_of(crc_, bytes);
    return file_->append(bytes);
  }
  std::uint32_t crc() const { return crc_; }
  std::string sha256() { return "sha256:" + sha256_.hex(); }
  Result<void> keep() {
    TRY(file_->sync());
    TRY(disk_.sync_names());
    is_kept_ = true;
    return {};
  }

 private:
  Product(Disk& disk, std::string name, std::unique_ptr<File> file)
      : disk_(disk), name_(std::move(name)), file_(std::move(file)) {}

  Disk& disk_;
  const std::string name_;
  const std::unique_ptr<File> file_;
  Sha256 sha256_;
  std::uint32_t crc_ = 0;
  bool is_kept_ = false;
};

// An archive, a segment of it, and where in that.
using Place = std::tuple<const Archive*, std::string, Bytes>;

struct Selected {
  Version version;
  const Archive* archive;
  // It was not asked for, but is referred to.
  bool is_original = false;
  // Of a revisit: what it refers to, in the same archive, or why that is not known.
  std::optional<Version> original = {};
  std::string why_none = {};
};

Place place_of(const Archive* archive, const Version& version) {
  return {archive, version.location.segment, version.location.offset};
}

std::string name_of(const Version& version) {
  return fmt::format("{} of {}", version.url, to_warc_date(version.time));
}

struct Selection {
  std::vector<Selected> versions;
  ExportReport report;
};

// What is asked for and what that refers to, the oldest first, each once.
Result<Selection> select(std::span<const Archive* const> archives,
                         const ExportRequest& request) {
  Selection selection;
  std::vector<Selected>& versions = selection.versions;
  for (const Archive* const archive : archives) {
    TRY(archive->walk([&](const Version& version) {
      if (version.time >= request.from && version.time <= request.to &&
          matches_pattern(request.pattern, version.url)) {
        versions.push_back({version, archive});
      }
      return true;
    }));
  }
  if (versions.empty()) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("no version of {} in that time", request.pattern)};
  }
  selection.report.versions = versions.size();
  std::set<Place> places;
  for (const Selected& each : versions) {
    places.insert(place_of(each.archive, each.version));
  }
  const auto add = [&](const Version& version, const Archive* archive) {
    if (!places.insert(place_of(archive, version)).second) return;
    ++selection.report.originals;
    versions.push_back({version, archive, true});
  };
  // It grows meanwhile: a redirect may lead to another, or to a revisit.
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const Archive* const archive = versions[i].archive;
    TRY_ASSIGN(const auto target, redirected(*archive, versions[i].version));
    if (target) add(*target, archive);
    if (!versions[i].version.is_revisit()) continue;
    auto found = archive->original(versions[i].version);
    if (!found.ok()) {
      versions[i].why_none = found.error().text;
      continue;
    }
    versions[i].original = *found;
    add(*found, archive);
  }
  std::ranges::stable_sort(versions, {},
                           [](const Selected& each) { return each.version.time; });
  return selection;
}

// The records of what is selected, where they and what they refer to are whole.
class WholeRecords {
 public:
  Result<std::string> read(const Selected& selected) {
    if (selected.version.is_revisit()) {
      if (!selected.original) return Error{ErrorKind::kCorrupt, selected.why_none};
      if (!is_readable(*selected.archive, *selected.original)) {
        return Error{ErrorKind::kCorrupt,
                     fmt::format("its payload is that of {}, which cannot be read",
                                 name_of(*selected.original))};
      }
    }
    auto records = selected.archive->records(selected.version.location);
    is_readable_[place_of(selected.archive, selected.version)] = records.ok();
    return records;
  }

 private:
  // What is referred to is mostly older, and was read before.
  bool is_readable(const Archive& archive, const Version& version) {
    const auto [found, is_new] =
        is_readable_.try_emplace(place_of(&archive, version), false);
    if (is_new) found->second = archive.records(version.location).ok();
    return found->second;
  }

  std::map<Place, bool> is_readable_;
};

// Appends the records; the versions' places become those in the new file.
Result<void> write_records(const ExportFacts& facts, const std::string& name,
                           Product& product, Selection& selection) {
  RecordDraft warcinfo = make_warcinfo(name, facts.created, facts.software);
  warcinfo.id = make_record_id(name, 0, warcinfo.type);
  TRY(product.append(gzip_member(to_record(warcinfo))));
  WholeRecords whole;
  std::vector<Selected> written;
  ExportReport& report = selection.report;
  for (Selected& each : selection.versions) {
    const auto records = whole.read(each);
    if (!records.ok()) {
      report.left_out.push_back(
          fmt::format("{}: {}", name_of(each.version), records.error().text));
      --(each.is_original ? report.originals : report.versions);
      continue;
    }
    each.version.location.segment = name;
    each.version.location.offset = product.file().size();
    TRY(product.append(*records));
    written.push_back(std::move(each));
  }
  selection.versions = std::move(written);
  return {};
}

std::string pages_of(const std::vector<Selected>& versions, const ExportFacts& facts) {
  std::string lines =
      boost::json::serialize(boost::json::object{
          {"format", "json-pages-1.0"}, {"id", "pages"}, {"title", facts.title}}) +
      "\n";
  Bytes number = 0;
  for (const Selected& each : versions) {
    const Version& version = each.version;
    if (version.status != 200 || !version.media_type.starts_with("text/html")) continue;
    lines +=
        boost::json::serialize(boost::json::object{{"id", fmt::format("{}", ++number)},
                                                   {"url", version.url},
                                                   {"ts", to_warc_date(version.time)},
                                                   {"title", version.url}}) +
        "\n";
  }
  return lines;
}

boost::json::object resource_of(std::string_view path, std::string_view hash,
                                Bytes bytes) {
  return {{"name", path.substr(path.rfind('/') + 1)},
          {"path", path},
          {"hash", hash},
          {"bytes", bytes}};
}

Result<void> copy(const File& from, ZipWriter& to) {
  for (Bytes offset = 0; offset < from.size(); offset += kCopyAtOnce) {
    TRY_ASSIGN(const std::string bytes, from.read(offset, kCopyAtOnce));
    TRY(to.append(bytes));
  }
  return {};
}

Result<void> zip_up(const std::vector<Selected>& versions, const ExportFacts& facts,
                    const std::string& warc_name, Product& warc, Product& wacz) {
  std::vector<std::string> lines;
  for (const Selected& each : versions) {
    lines.push_back(to_cdxj(each.version, Precision::kSeconds));
  }
  std::ranges::sort(lines);
  const ZipNum index = to_zipnum(lines);
  ZipWriter zip(wacz.file(), facts.created);
  const std::string warc_path = "archive/" + warc_name;
  boost::json::array resources;
  TRY(zip.begin(warc_path, warc.file().size(), warc.crc()));
  TRY(copy(warc.file(), zip));
  resources.push_back(resource_of(warc_path, warc.sha256(), warc.file().size()));
  const std::pair<std::string_view, std::string> texts[] = {
      {"indexes/index.cdx.gz", index.blocks},
      {"indexes/index.idx", index.directory},
      {"pages/pages.jsonl", pages_of(versions, facts)}};
  for (const auto& [path, content] : texts) {
    TRY(zip.add(std::string(path), content));
    resources.push_back(resource_of(path, digests_of(content).sha256, content.size()));
  }
  const std::string package = boost::json::serialize(
      boost::json::object{{"profile", "data-package"},
                          {"wacz_version", "1.1.1"},
                          {"title", facts.title},
                          {"software", facts.software},
                          {"created", to_warc_date(facts.created)},
                          {"resources", std::move(resources)}});
  TRY(zip.add("datapackage.json", package));
  TRY(zip.add("datapackage-digest.json", boost::json::serialize(boost::json::object{
                                             {"path", "datapackage.json"},
                                             {"hash", digests_of(package).sha256}})));
  return zip.finish();
}

}  // namespace

bool matches_pattern(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = pattern.npos;
  std::size_t retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

Result<ExportReport> export_warc(std::span<const Archive* const> archives,
                                 const ExportRequest& request, const ExportFacts& facts,
                                 Disk& to, const std::string& name) {
  TRY_ASSIGN(auto selection, select(archives, request));
  TRY_ASSIGN(const auto warc, Product::create(to, name));
  TRY(write_records(facts, name, *warc, selection));
  TRY(warc->keep());
  selection.report.bytes = warc->file().size();
  return selection.report;
}

Result<ExportReport> export_wacz(std::span<const Archive* const> archives,
                                 const ExportRequest& request, const ExportFacts& facts,
                                 Disk& to, const std::string& name) {
  TRY_ASSIGN(auto selection, select(archives, request));
  TRY_ASSIGN(const auto wacz, Product::create(to, name));
  // A zip's entry says how long it is before it begins, so the WARC file comes first.
  const std::string warc_name = "data.warc.gz";
  TRY_ASSIGN(const auto warc, Product::create(to, name + ".tmp"));
  TRY(write_records(facts, warc_name, *warc, selection));
  TRY(zip_up(selection.versions, facts, warc_name, *warc, *wacz));
  TRY(wacz->keep());
  selection.report.bytes = wacz->file().size();
  return selection.report;
}

}  // namespace curlew::archive
