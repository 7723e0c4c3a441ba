#include "apps/commands/versions.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "apps/commands/reachable_archives.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/output/data_change.h"
#include "apps/output/looks.h"
#include "apps/output/table.h"
#include "archive/timestamps.h"
#include "base/grouped.h"
#include "base/overloaded.h"
#include "base/plain_text.h"
#include "control/archives.h"
#include "model/mask.h"
#include "service/named_version.h"
#include "service/outline.h"
#include "service/users.h"
#include "service/versions.h"
#include "service/watch_preview.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;
using model::Version;

json::object to_row(const Version& version) {
  json::array kinds;
  for (int i = 0; i < model::kChangeKinds; ++i) {
    const auto kind = model::ChangeKind(i);
    if (version.kinds.has(kind)) kinds.emplace_back(to_string(kind));
  }
  json::object row{{"source", version.source.value},
                   {"url", plain_text(model::masked_address(version.url))},
                   // With milliseconds: it names the version.
                   {"time", archive::to_warc_date(version.seen)},
                   {"kinds", std::move(kinds)},
                   {"score", version.score},
                   {"summary", plain_text(version.summary)},
                   {"bytes", version.bytes},
                   {"media_type", plain_text(version.media_type)},
                   {"digest", version.digest},
                   {"error_page", version.is_error},
                   {"not_a_change", version.is_no_change},
                   {"terminal", plain_text(version.place.terminal)},
                   {"file", plain_text(version.place.segment)},
                   {"offset", version.place.offset}};
  if (const auto& counters = version.counters) {
    row["counters"] = json::object{{"structural", counters->structural},
                                   {"textual", counters->textual}};
  }
  if (const auto& data = version.data) {
    row["data"] = json::object{
        {"added", data->added}, {"removed", data->removed}, {"changed", data->edited}};
  }
  if (version.article.value != 0) row["article"] = version.article.value;
  return row;
}

std::string kinds_text(const Version& version) {
  if (version.is_no_change) return "not a change";
  return to_string(version.kinds);
}

void print_versions(const Screen& screen, const std::vector<Version>& versions) {
  Table table({{"time"},
               {"kinds", Align::kLeft, Shrink::kYes},
               {"how much", Align::kRight},
               {"summary", Align::kLeft, Shrink::kYes},
               {"bytes", Align::kRight}});
  for (const Version& each : versions) {
    // The first one has none, and one that was not compared is not known to have any.
    const std::string score =
        each.score == 0 ? "" : fmt::format("{:.1f} %", each.score * 100);
    table.add(
        {to_iso8601(each.seen),
         Cell(kinds_text(each), each.is_no_change ? Colour::kQuiet : Colour::kNone),
         score, each.summary, grouped(each.bytes)});
  }
  fmt::print(screen.out, "{}", table.render(screen));
}

// Null where it is not set in the configuration.
std::shared_ptr<parse::PdfReader> pdf_reader(const Context& context) {
  return visit_options(context.config, "").pdf;
}

// Whether a version is a change.
Result<void> say_of_version(const Context& context, store::Store& reading,
                            const HistoryOptions& options, service::Viewer viewer) {
  const Time now = context.clock.now();
  const bool is_change = options.not_a_change.empty();
  TRY_ASSIGN(const auto moment,
             is_change
                 ? service::parse_moment("--a-change", options.a_change, now)
                 : service::parse_moment("--not-a-change", options.not_a_change, now));
  if (viewer) {
    TRY_ASSIGN(const auto user, service::find_user(reading, options.user));
    TRY(service::expect_writer(user.user));
  }
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadWrite));
  TRY_ASSIGN(const auto document,
             service::find_document(*store, options.document, viewer));
  ReachableArchives archives(context);
  auto& say = is_change ? service::say_change : service::say_no_change;
  TRY_ASSIGN(const Version version,
             say(*store, *archives, document, moment, pdf_reader(context).get()));
  if (options.json) {
    fmt::print(context.screen.out, "{}\n", json::serialize(to_row(version)));
  } else {
    fmt::print(context.screen.out, "{}: {}\n", to_iso8601(version.seen),
               is_change ? "a change; where it differs is looked at again"
                         : "not a change; where it differs is not looked at from now "
                           "on");
  }
  return {};
}

// What stands behind an @ and is no time was looked for as a part of the address.
Result<service::Document> find_named(store::Store& store,
                                     const service::NamedVersion& named,
                                     service::Viewer viewer) {
  auto document = service::find_document(store, named.document, viewer);
  if (document.ok() || named.moment || named.document.find('@') == std::string::npos) {
    return document;
  }
  Error error = std::move(document).error();
  error.text += "; behind an @ comes a time, such as 2026-11-15 or \"2h ago\"";
  return error;
}

void print_head(std::FILE* out, const archive::Content& content) {
  fmt::print(out, "{}\n", plain_text(content.status_line));
  for (const auto& [name, value] : content.headers) {
    fmt::print(out, "{}: {}\n", plain_text(name), plain_text(value));
  }
}

json::object to_row(const Version& version, const archive::Content& content,
                    const Result<std::string>& text) {
  json::object row = to_row(version);
  row["status_line"] = plain_text(content.status_line);
  json::array headers;
  for (const auto& [name, value] : content.headers) {
    headers.push_back({plain_text(name), plain_text(value)});
  }
  row["headers"] = std::move(headers);
  row["text"] = text.ok() ? json::value(plain_piece(*text)) : json::value();
  return row;
}

// A line a block: the selector that finds it alone, and what it says.
Result<void> print_outline(const Context& context, const archive::Content& content,
                           parse::PdfReader* pdf, bool is_json) {
  TRY_ASSIGN(const auto outline, service::outline_page(content, pdf));
  for (const service::OutlineBlock& block : outline.blocks) {
    json::array path;
    for (const std::string& each : block.path) path.emplace_back(plain_text(each));
    if (is_json) {
      fmt::print(context.screen.out, "{}\n",
                 json::serialize(json::object{{"text", plain_text(block.text)},
                                              {"heading", block.is_heading},
                                              {"path", std::move(path)}}));
    } else {
      const std::string selector = block.path.empty() ? "" : block.path.back();
      fmt::print(context.screen.out, "{}\t{}\n", plain_text(selector),
                 plain_text(block.text));
    }
  }
  return {};
}

json::array to_rows(const std::vector<Version>& versions) {
  json::array rows;
  for (const Version& each : versions) rows.emplace_back(to_row(each));
  return rows;
}

// As `diff` colours it.
std::string coloured_lines(const Screen& screen, std::string_view unified) {
  std::string text;
  while (!unified.empty()) {
    const std::size_t end = std::min(unified.find('\n'), unified.size());
    const std::string_view line = unified.substr(0, end);
    const Colour colour = line.starts_with("@@") || line.starts_with("---") ||
                                  line.starts_with("+++") || line.starts_with("·")
                              ? Colour::kQuiet
                          : line.starts_with('+') ? Colour::kGood
                          : line.starts_with('-') ? Colour::kBad
                          : line.starts_with('~') ? Colour::kBold
                                                  : Colour::kNone;
    text += coloured(screen, plain_piece(line), colour) + "\n";
    unified.remove_prefix(std::min(end + 1, unified.size()));
  }
  return text;
}

std::string to_text(const Screen& screen, const service::VersionPair& pair,
                    const service::Difference& difference,
                    const std::optional<service::LookDifference>& looks,
                    const DiffOptions& options) {
  const std::string old_name = to_iso8601(pair.old.seen);
  const std::string new_name = to_iso8601(pair.now.seen);
  const auto of_page = [&](const detect::PageView& view) {
    if (options.html) return view.to_html(looks ? look_html(*looks) : "");
    if (options.json && looks) {
      json::object row = json::parse(view.to_json()).as_object();
      row["boxes"] = look_boxes(looks->change);
      return json::serialize(row) + "\n";
    }
    if (options.json) return view.to_json() + "\n";
    const std::string lines = looks ? look_lines(looks->change) : "";
    if (!view.has_changes() && !view.has_markup_changes()) {
      return fmt::format("{} in {} and {}\n{}",
                         view.has_noise()
                             ? "what readers see is the same but for noise (--json "
                               "shows it)"
                             : "what readers see is the same",
                         old_name, new_name, lines);
    }
    return coloured_lines(screen, view.to_unified()) + lines;
  };
  const auto of_data = [&](const detect::DataChange& change) {
    if (options.html) return data_page(change, pair.now.url, old_name, new_name);
    if (options.json) {
      json::object row = data_object(change);
      row["old"] = old_name;
      row["new"] = new_name;
      return json::serialize(row) + "\n";
    }
    return coloured_lines(screen, fmt::format("--- {}\n+++ {}\n{}", old_name, new_name,
                                              data_lines(change)));
  };
  return std::visit(Overloaded{of_page, of_data}, difference);
}

}  // namespace

Result<void> show_history(const Context& context, const HistoryOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  if (!options.not_a_change.empty() || !options.a_change.empty()) {
    return say_of_version(context, *store, options, viewer);
  }
  TRY_ASSIGN(const auto document,
             service::find_document(*store, options.document, viewer));
  TRY_ASSIGN(const auto versions,
             service::list_versions(*store, document, kNever, options.number));
  if (options.json) {
    for (const Version& each : versions) {
      fmt::print(context.screen.out, "{}\n", json::serialize(to_row(each)));
    }
  } else if (versions.empty()) {
    fmt::print(context.screen.out, "no version is kept yet\n");
  } else {
    print_versions(context.screen, versions);
  }
  return {};
}

Result<void> show_version(const Context& context, const ShowOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto named,
             service::find_named_version(*store, options.version, context.clock.now()));
  TRY_ASSIGN(const auto document, find_named(*store, named, viewer));
  TRY_ASSIGN(const Version version,
             service::find_version(*store, document, named.moment));
  ReachableArchives archives(context);
  TRY_ASSIGN(const archive::Content content, archives->read(version.place));
  std::FILE* const out = context.screen.out;
  const auto pdf = pdf_reader(context);
  const auto text = [&] { return service::readable_text(content, version, pdf.get()); };
  if (options.outline) return print_outline(context, content, pdf.get(), options.json);
  if (options.json) {
    fmt::print(out, "{}\n", json::serialize(to_row(version, content, text())));
  } else if (options.headers) {
    print_head(out, content);
  } else if (options.text) {
    TRY_ASSIGN(const std::string readable, text());
    fmt::print(out, "{}", plain_piece(readable));
  } else if (std::fwrite(content.body.data(), 1, content.body.size(), out) !=
             content.body.size()) {
    return Error{ErrorKind::kFailed, "cannot be written"};
  }
  return {};
}

Result<void> preview_watching(const Context& context,
                              const WatchPreviewOptions& options) {
  SourceFlags flags;
  flags.watch = options.watch;
  TRY_ASSIGN(const service::SourceEdit edit, to_source_edit(flags));
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto document,
             service::find_document(*store, options.document, viewer));
  ReachableArchives archives(context);
  TRY_ASSIGN(const auto preview,
             service::preview_watch(*store, *archives, document, edit.watching,
                                    pdf_reader(context).get()));
  const Screen& screen = context.screen;
  if (options.json) {
    fmt::print(
        screen.out, "{}\n",
        json::serialize(json::object{{"part_text", plain_piece(preview.part_text)},
                                     {"matches", preview.matches},
                                     {"versions", preview.versions},
                                     {"reported", to_rows(preview.reported)},
                                     {"others", to_rows(preview.others)}}));
    return {};
  }
  fmt::print(screen.out, "{} would have been told of {}; {} found\n\n{}\n",
             counted(preview.reported.size(), "change"),
             counted(preview.versions, "version"), counted(preview.matches, "element"),
             plain_piece(preview.part_text));
  if (!preview.reported.empty()) print_versions(screen, preview.reported);
  return {};
}

Result<void> show_difference(const Context& context, const DiffOptions& options) {
  const Time now = context.clock.now();
  if (options.times.size() > 2) {
    return Error{ErrorKind::kUsage,
                 "two times at most: the versions of both are compared"};
  }
  std::vector<service::Moment> moments;
  for (const std::string& typed : options.times) {
    TRY_ASSIGN(const auto moment, service::parse_moment("TIME", typed, now));
    moments.push_back(moment);
  }
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(const service::Viewer viewer, service::viewer_named(*store, options.user));
  TRY_ASSIGN(const auto document,
             service::find_document(*store, options.document, viewer));
  TRY_ASSIGN(const auto pair, service::find_pair(*store, document, moments));
  ReachableArchives archives(context);
  TRY_ASSIGN(
      const auto difference,
      service::compare_versions(*archives, document, pair, pdf_reader(context).get()));
  TRY_ASSIGN(const auto looks, service::compare_looks(*archives, pair));
  fmt::print(context.screen.out, "{}",
             to_text(context.screen, pair, difference, looks, options));
  return {};
}

}  // namespace curlew::apps
