#include "apps/commands/archive.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <boost/json.hpp>
#include <filesystem>
#include <memory>
#include <utility>

#include "apps/commands/reachable_archives.h"
#include "apps/output/progress.h"
#include "apps/output/table.h"
#include "apps/whole_file.h"
#include "archive/disk.h"
#include "archive/timestamps.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "control/archive_folders.h"
#include "control/archives.h"
#include "model/mask.h"
#include "service/archive_files.h"
#include "service/named_version.h"
#include "service/versions.h"

namespace curlew::apps {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using control::Archives;

Result<archive::ExportRequest> to_request(const std::string& url,
                                          const std::string& from,
                                          const std::string& to, Time now) {
  archive::ExportRequest request{.pattern = url};
  if (!from.empty()) {
    TRY_ASSIGN(const auto moment, service::parse_moment("--from", from, now));
    request.from = moment.first;
  }
  if (!to.empty()) {
    TRY_ASSIGN(const auto moment, service::parse_moment("--to", to, now));
    request.to = moment.last;
  }
  return request;
}

json::value time_or_null(const std::optional<Time>& time) {
  return time ? json::value(archive::to_warc_date(*time)) : json::value();
}

void print_file(const Context& context, const service::ArchivedFile& file) {
  const json::object row{{"terminal", plain_text(file.terminal)},
                         {"file", plain_text(file.name)},
                         {"bytes", file.bytes},
                         {"versions", file.versions},
                         {"first", time_or_null(file.first)},
                         {"last", time_or_null(file.last)}};
  fmt::print(context.screen.out, "{}\n", json::serialize(row));
}

void print_files(const Context& context,
                 const std::vector<service::ArchivedFile>& files) {
  Table table({{"terminal"},
               {"file"},
               {"bytes", Align::kRight},
               {"versions", Align::kRight},
               {"first"},
               {"last"}});
  const auto shown = [](const std::optional<Time>& time) {
    return time ? to_iso8601(*time) : std::string();
  };
  for (const service::ArchivedFile& each : files) {
    table.add({each.terminal, each.name,
               each.bytes == 0 ? "packed" : grouped(each.bytes),
               each.versions == 0 ? "" : grouped(each.versions), shown(each.first),
               shown(each.last)});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
}

void print_version(const Context& context, const service::ArchivedVersion& each) {
  const archive::Version& version = each.version;
  const json::object row{{"url", plain_text(model::masked_address(version.url))},
                         {"time", archive::to_warc_date(version.time)},
                         {"status", version.status},
                         {"media_type", plain_text(version.media_type)},
                         {"digest", plain_text(version.digest)},
                         {"terminal", plain_text(each.terminal)},
                         {"file", plain_text(version.location.segment)},
                         {"offset", version.location.offset},
                         {"length", version.location.length}};
  fmt::print(context.screen.out, "{}\n", json::serialize(row));
}

void print_versions(const Context& context,
                    const std::vector<service::ArchivedVersion>& versions) {
  Table table({{"time"},
               {"status", Align::kRight},
               {"type"},
               {"bytes", Align::kRight},
               {"address", Align::kLeft, Shrink::kYes},
               {"file", Align::kLeft, Shrink::kYes},
               {"at", Align::kRight}});
  for (const auto& [terminal, version] : versions) {
    table.add({to_iso8601(version.time), std::to_string(version.status),
               version.media_type, grouped(version.location.length),
               model::masked_address(version.url),
               terminal + "/" + version.location.segment,
               std::to_string(version.location.offset)});
  }
  fmt::print(context.screen.out, "{}", table.render(context.screen));
}

// Of a version that the store knows; else of what lies in the archive alone, such as a
// revisit, or what a source that was removed has left.
Result<model::KeptAt> find_place(const Context& context, Archives& archives,
                                 const std::string& typed) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const auto named,
             service::find_named_version(*store, typed, context.clock.now()));
  const auto document = service::find_document(*store, named.document);
  if (document.ok()) {
    TRY_ASSIGN(const auto version,
               service::find_version(*store, *document, named.moment));
    return version.place;
  }
  // What looks like a time may be the end of the address.
  TRY_ASSIGN(auto place, service::find_archived(archives, typed, {}));
  if (!place) {
    TRY_ASSIGN(place, service::find_archived(archives, named.document, named.moment));
  }
  if (place) return *place;
  return document.error();
}

// In a cluster records lie at the terminals; whoever looks for them elsewhere is told.
Result<void> expect_archives_here(const Context& context) {
  if (context.config.broker.url.empty()) return {};
  const std::string folder = archive_folder(context.config);
  TRY_ASSIGN(const auto terminals, control::archived_terminals(folder));
  if (!terminals.empty()) return {};
  return Error{ErrorKind::kNotFound,
               fmt::format("{}: nothing is archived here: in a cluster records lie at "
                           "the terminals; run this there, with their data directories",
                           folder)};
}

// The database of a terminal's directory is elsewhere.
bool is_terminal_alone(const Config& config) {
  std::error_code ignored;
  return !config.broker.url.empty() && config.store.url.empty() &&
         !fs::exists(central_store_path(config), ignored);
}

service::ExportForm form_of(const ArchiveExportOptions& options) {
  const bool is_wacz =
      options.wacz || (!options.warc && options.output.ends_with(".wacz"));
  return is_wacz ? service::ExportForm::kWacz : service::ExportForm::kWarc;
}

}  // namespace

Result<void> list_archive(const Context& context, const ArchiveListOptions& options) {
  TRY_ASSIGN(const auto request,
             to_request(options.url, options.from, options.to, context.clock.now()));
  TRY(expect_archives_here(context));
  Archives archives(archive_folder(context.config));
  if (!options.url.empty()) {
    TRY_ASSIGN(const auto versions, service::list_archived_versions(archives, request));
    if (options.json) {
      for (const auto& each : versions) print_version(context, each);
    } else if (versions.empty()) {
      fmt::print(context.screen.out, "no version of that is archived\n");
    } else {
      print_versions(context, versions);
    }
    return {};
  }
  TRY_ASSIGN(const auto files, service::list_archived_files(archives));
  if (options.json) {
    for (const auto& each : files) print_file(context, each);
  } else {
    print_files(context, files);
  }
  return {};
}

Result<void> get_from_archive(const Context& context,
                              const ArchiveGetOptions& options) {
  ReachableArchives archives(context);
  TRY_ASSIGN(const auto place, find_place(context, *archives, options.version));
  TRY_ASSIGN(const std::string records, archives->records(place));
  if (!options.output.empty()) {
    return write_whole_file(options.output, records, Overwrite::kNo);
  }
  std::FILE* const out = context.screen.out;
  if (std::fwrite(records.data(), 1, records.size(), out) != records.size()) {
    return Error{ErrorKind::kFailed, "cannot be written"};
  }
  return {};
}

namespace {

void print_unnamed(const service::ArchiveCheck& check, std::FILE* out) {
  if (check.unnamed == 0) return;
  fmt::print(out,
             "{} that no version in the database names: of a source that was removed, "
             "of a visit that was cut off or is under way, or of others\n",
             counted(check.unnamed, "record"));
  for (const auto& [file, offset, url] : check.first_unnamed) {
    fmt::print(out, "  {} at {}: {}\n", plain_text(file), offset,
               plain_text(model::masked_address(url)));
  }
  if (check.first_unnamed.size() < check.unnamed) fmt::print(out, "  …\n");
}

json::object to_unnamed(const service::ArchiveCheck& check) {
  json::array first;
  for (const auto& [file, offset, url] : check.first_unnamed) {
    first.push_back({{"file", plain_text(file)},
                     {"offset", offset},
                     {"url", plain_text(model::masked_address(url))}});
  }
  return {{"records", check.unnamed}, {"first", std::move(first)}};
}

}  // namespace

Result<void> verify_archive(const Context& context,
                            const ArchiveVerifyOptions& options) {
  TRY(expect_archives_here(context));
  std::unique_ptr<store::Store> store;
  if (is_terminal_alone(context.config)) {
    fmt::print(stderr,
               "curlew: this is a terminal's directory: the files are checked, "
               "not whether all is there that the database knows\n");
  } else {
    TRY_ASSIGN(store, open_store(context.config, store::OpenMode::kReadOnly));
  }
  const std::string folder = archive_folder(context.config);
  if (options.repair_index) {
    TRY_ASSIGN(const Bytes versions, service::repair_indexes(folder));
    fmt::print(stderr, "indexes are written anew: {}\n", counted(versions, "version"));
  }
  TRY_ASSIGN(const std::size_t files, service::count_archived_files(folder));
  service::ArchiveCheck check;
  {
    Progress bar("reading the archive", files, context.clock);
    // Told before each file: one is done when the next begins.
    bool is_first = true;
    const auto tell = [&] { bar.advance(std::exchange(is_first, false) ? 0 : 1); };
    // In a cluster the second copy lies at another terminal.
    const bool is_cluster = !context.config.broker.url.empty();
    TRY_ASSIGN(check, service::verify_archives(
                          store.get(), folder,
                          is_cluster ? 1 : context.config.archive.copies, tell,
                          is_cluster ? service::OtherTerminals::kSome
                                     : service::OtherTerminals::kNone));
  }
  std::FILE* const out = context.screen.out;
  json::array troubles;
  for (const auto& [file, offset, reason] : check.troubles) {
    const std::string why = plain_text(reason);
    troubles.push_back(
        {{"file", plain_text(file)}, {"offset", offset}, {"reason", why}});
    if (!options.json) fmt::print(out, "{} at {}: {}\n", plain_text(file), offset, why);
  }
  if (options.json) {
    const json::object row{
        {"files", check.files},         {"records", check.records},
        {"versions", check.versions},   {"troubles", std::move(troubles)},
        {"unnamed", to_unnamed(check)}, {"elsewhere", check.elsewhere}};
    fmt::print(out, "{}\n", json::serialize(row));
  } else {
    print_unnamed(check, out);
    if (check.elsewhere > 0) {
      fmt::print(out, "{} at other terminals: not looked for here\n",
                 counted(check.elsewhere, "version"));
    }
    fmt::print(out, "{}, {}, {}\n", counted(check.files, "file"),
               counted(check.records, "record"), counted(check.versions, "version"));
  }
  if (check.troubles.empty()) return {};
  return Error{ErrorKind::kCorrupt,
               fmt::format("the archive is not sound: {}",
                           counted(check.troubles.size(), "trouble"))};
}

namespace {

// A folder for a moment.
class Scratch {
 public:
  static Result<std::unique_ptr<Scratch>> make() {
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "curlew-XXXXXX").string();
    if (error || mkdtemp(path.data()) == nullptr) {
      return Error{ErrorKind::kFailed,
                   fmt::format("{}: a file cannot be made there", path)};
    }
    return std::unique_ptr<Scratch>(new Scratch(std::move(path)));
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string file() const { return path_ + "/export"; }

 private:
  explicit Scratch(std::string path) : path_(std::move(path)) {}

  const std::string path_;
};

Result<void> copy_out(const std::string& file, std::FILE* out) {
  constexpr std::size_t kAtOnce = 1 << 20;
  TRY_ASSIGN(const auto from, archive::open_file(file));
  for (Bytes at = 0; at < from->size(); at += kAtOnce) {
    TRY_ASSIGN(const std::string bytes, from->read(at, kAtOnce));
    if (std::fwrite(bytes.data(), 1, bytes.size(), out) != bytes.size()) {
      return Error{ErrorKind::kFailed, "cannot be written"};
    }
  }
  return {};
}

}  // namespace

Result<void> export_archive(const Context& context,
                            const ArchiveExportOptions& options) {
  const Time now = context.clock.now();
  TRY_ASSIGN(const auto request,
             to_request(options.url, options.from, options.to, now));
  TRY(expect_archives_here(context));
  Archives archives(archive_folder(context.config));
  const archive::ExportFacts facts{
      .title = options.url, .software = "Curlew " CURLEW_VERSION, .created = now};
  // A WACZ file is not written from its beginning to its end: first to a file, then
  // out.
  const bool is_stdout = options.output == "-";
  std::unique_ptr<Scratch> scratch;
  if (is_stdout) {
    TRY_ASSIGN(scratch, Scratch::make());
  }
  const std::string file = is_stdout ? scratch->file() : options.output;
  TRY_ASSIGN(const auto report, service::export_archives(archives, request, facts,
                                                         form_of(options), file));
  if (is_stdout) TRY(copy_out(file, context.screen.out));
  std::FILE* const told = is_stdout ? stderr : context.screen.out;
  for (const std::string& each : report.left_out) {
    fmt::print(stderr, "left out: {}\n", plain_text(each));
  }
  if (options.json) {
    const json::object row{{"file", options.output},
                           {"left_out", report.left_out.size()},
                           {"versions", report.versions},
                           {"originals", report.originals},
                           {"bytes", report.bytes}};
    fmt::print(told, "{}\n", json::serialize(row));
  } else {
    fmt::print(told, "wrote {}: {}, {}\n",
               is_stdout ? "to standard output" : options.output,
               counted(report.versions, "version"), counted(report.bytes, "byte"));
  }
  if (report.left_out.empty()) return {};
  return Error{ErrorKind::kCorrupt,
               fmt::format("{} left out, as they cannot be read; all others are "
                           "written",
                           counted(report.left_out.size(), "version"))};
}

}  // namespace curlew::apps
