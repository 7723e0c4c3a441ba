#include "apps/commands/subscriptions.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "api/atom.h"
#include "api/json.h"
#include "apps/commands/installation_key.h"
#include "apps/config/options.h"
#include "apps/output/progress.h"
#include "apps/whole_file.h"
#include "base/plain_text.h"
#include "parse/opml.h"
#include "service/explain.h"
#include "service/find_source.h"
#include "service/subscriptions.h"
#include "service/users.h"
#include "sim/replay/trace.h"

namespace curlew::apps {
namespace {

void print_imported(const Context& context, const service::Imported& imported,
                    const parse::OpmlList& list, bool json) {
  const auto& [added, known, invalid, left_out] = imported;
  if (json) {
    fmt::print(context.screen.out, "{}\n", api::to_json(imported, list));
    return;
  }
  for (const auto* reasons : {&left_out, &invalid}) {
    for (const std::string& reason : *reasons) {
      fmt::print(stderr, "curlew: {}\n", plain_text(reason));
    }
  }
  std::string more;
  if (list.skipped > 0) more += fmt::format(", {} skipped (not feeds)", list.skipped);
  if (list.is_cut) more += "; the file ends too early";
  fmt::print(context.screen.out, "{} added, {} known, {} invalid{}\n", added, known,
             invalid.size(), more);
}

Result<service::Imported> import_all(const Context& context, store::Store& store,
                                     const parse::OpmlList& list) {
  Progress progress("importing", list.feeds.size(), context.clock);
  return service::import_feeds(store, list, key_maker(context.config, store),
                               context.clock.now(),
                               [&](std::size_t more) { progress.advance(more); });
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

Result<File> open_for_writing(const std::string& path) {
  File file(std::fopen(path.c_str(), "w"), std::fclose);
  if (file) return file;
  return Error{ErrorKind::kFailed,
               fmt::format("{}: cannot be written: {}", path, std::strerror(errno))};
}

Result<void> flush(std::FILE* out, std::string_view what) {
  if (std::fflush(out) == 0) return {};
  return Error{ErrorKind::kDiskFull, fmt::format("{}: {}", what, std::strerror(errno))};
}

Result<void> write_text(const Context& context, const ExportOptions& options,
                        const std::string& text) {
  if (!options.file.empty()) {
    return write_whole_file(options.file, text, Overwrite::kYes);
  }
  fmt::print(context.screen.out, "{}", text);
  return {};
}

Result<void> export_opml(const Context& context, store::Store& store,
                         const ExportOptions& options, service::Viewer viewer) {
  TRY_ASSIGN(
      const std::string opml,
      service::export_opml(store, web_address(context.config, context.config.web.port),
                           context.clock.now(), viewer));
  return write_text(context, options, opml);
}

Result<void> export_atom(const Context& context, store::Store& store,
                         const ExportOptions& options, service::Viewer viewer) {
  TRY_ASSIGN(const store::WatchedSource found,
             service::find_source(store, options.atom, viewer));
  TRY_ASSIGN(const std::string atom, api::write_atom(store, found.source, {}, viewer));
  return write_text(context, options, atom);
}

Result<service::Trace> write_trace(store::Store& store, Time now, std::FILE* out,
                                   service::Viewer viewer) {
  TRY_ASSIGN(
      service::Trace trace,
      service::export_trace(
          store, now, [out](std::string_view line) { fmt::print(out, "{}", line); },
          viewer));
  if (trace.events == 0) {
    fmt::print(stderr,
               "curlew: the trace is empty: nothing is known to be published since its "
               "source is watched\n");
  }
  TRY(flush(out, "the trace cannot be written"));
  return trace;
}

// When each source published what; to a file, with the addresses of the sources in
// another beside it.
Result<void> export_trace(const Context& context, store::Store& store,
                          const ExportOptions& options, service::Viewer viewer) {
  const Time now = context.clock.now();
  if (options.file.empty()) {
    TRY(write_trace(store, now, context.screen.out, viewer));
    return {};
  }
  TRY_ASSIGN(const File file, open_for_writing(options.file));
  TRY_ASSIGN(const service::Trace trace, write_trace(store, now, file.get(), viewer));
  const std::string names_file = sim::names_file_of(options.file);
  TRY(write_whole_file(names_file, trace.names, Overwrite::kYes));
  fmt::print(stderr, "curlew: wrote {} and {}\n", options.file, names_file);
  return {};
}

Result<void> write_plans(const Context& context, store::Store& store, std::FILE* out,
                         service::Viewer viewer) {
  TRY_ASSIGN(const auto planning, planning_options(context.config));
  return service::explain_all(
      store, planning, context.clock.now(),
      [out](const store::PlannedSource& source, const service::SourcePlan& plan) {
        fmt::print(out, "{}\n", api::to_json(source, plan));
      },
      viewer);
}

// What is believed of every source, one JSON object a line.
Result<void> export_schedule(const Context& context, store::Store& store,
                             const ExportOptions& options, service::Viewer viewer) {
  if (options.file.empty()) {
    return write_plans(context, store, context.screen.out, viewer);
  }
  TRY_ASSIGN(const File file, open_for_writing(options.file));
  TRY(write_plans(context, store, file.get(), viewer));
  return flush(file.get(), options.file);
}

}  // namespace

Result<void> import_subscriptions(const Context& context,
                                  const ImportOptions& options) {
  TRY_ASSIGN(const std::string bytes, read_whole_file(options.file));
  const auto list = parse::parse_opml(bytes);
  if (!list) return Error(list.error()).within(options.file);
  if (list->is_cut) {
    fmt::print(stderr, "curlew: {}: ends too early; what is whole in it is imported\n",
               options.file);
  }
  TRY_ASSIGN(const auto store, make_store(context.config));
  TRY_ASSIGN(const service::Imported imported, import_all(context, *store, *list));
  print_imported(context, imported, *list, options.json);
  if (imported.added + imported.known > 0) return {};
  return Error{ErrorKind::kMalformed,
               fmt::format("{}: no feed in it that can be watched", options.file)};
}

Result<void> export_subscriptions(const Context& context,
                                  const ExportOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  if (options.schedule) return export_schedule(context, *store, options, viewer);
  if (options.trace) return export_trace(context, *store, options, viewer);
  if (!options.atom.empty()) return export_atom(context, *store, options, viewer);
  return export_opml(context, *store, options, viewer);
}

}  // namespace curlew::apps
