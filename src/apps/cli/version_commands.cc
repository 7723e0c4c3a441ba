#include <memory>
#include <string>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/commands/archive.h"
#include "apps/commands/versions.h"

namespace curlew::apps {
namespace {

constexpr const char* kDocumentHelp =
    "A source (a number, an address, a host or a part of the title), or an address of "
    "which versions are kept";
constexpr const char* kVersionHelp =
    "A source or an address, an @, and when: 2026-11-15, 2026-11-15T10:00Z, "
    "20261115100000, '2h ago'; without a time the newest version";
constexpr const char* kViewerHelp = "Only what this user may see";
constexpr const char* kFromHelp = "Only from then on: 2026-11-15, '2h ago'";
constexpr const char* kToHelp = "Only until then, that day or second included";

void define_history(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<HistoryOptions>();
  CLI::App& command = add_command(
      app, "history", "List the versions of a watched page, the newest first",
      "curlew history https://example.org/fees --not-a-change "
      "2026-11-15T10:00:00Z");
  add_text(command, "URL", options->document, "", kDocumentHelp).required();
  CLI::Option& no_change = add_text(
      command, "--not-a-change", options->not_a_change, "TIME",
      "Say that the version seen then is no change: where it differs from the one "
      "before is not looked at from now on");
  add_text(command, "--a-change", options->a_change, "TIME",
           "Take that back: the version seen then is a change as it was")
      .excludes(&no_change);
  command.add_option("-n,--number", options->number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  add_text(command, "--user", options->user, "NAME", kViewerHelp);
  add_json(command, options->json);
  runs(command, invocation, options, show_history);
}

void define_show(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App& command = add_command(
      app, "show", "Print a version of a page, byte for byte as the server sent it",
      "curlew show https://example.org/fees@2026-11-15 --text");
  add_text(command, "URL@TIME", options->version, "", kVersionHelp).required();
  CLI::Option& text = add_switch(command, "--text", options->text,
                                 "Print what a reader sees, a block a line");
  CLI::Option& headers = add_switch(command, "--headers", options->headers,
                                    "Print the head of the answer alone");
  headers.excludes(&text);
  add_switch(command, "--outline", options->outline,
             "Print its blocks, each with a selector for --part that finds it")
      .excludes(&text)
      ->excludes(&headers);
  add_text(command, "--user", options->user, "NAME", kViewerHelp);
  add_json(command, options->json);
  runs(command, invocation, options, show_version);
}

void define_preview(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<WatchPreviewOptions>();
  CLI::App& command = add_command(
      app, "preview",
      "Show which changes of a page would have been told if it were watched otherwise",
      "curlew preview https://example.org/fees --part '#prices' --ignore .clock");
  add_text(command, "URL", options->document, "", kDocumentHelp).required();
  add_watch_part_flags(command, options->watch);
  add_text(command, "--user", options->user, "NAME", kViewerHelp);
  add_json(command, options->json);
  runs(command, invocation, options, preview_watching);
}

void define_diff(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App& command =
      add_command(app, "diff", "Show what differs between two versions of a page",
                  "curlew diff https://example.org/fees 2026-11-01 2026-11-15");
  add_text(command, "URL", options->document, "", kDocumentHelp).required();
  add_words(command, "TIME", options->times,
            "When the two were in force; one: then and now; none: the last two");
  CLI::Option& html = add_switch(command, "--html", options->html,
                                 "Print a page with both side by side");
  add_text(command, "--user", options->user, "NAME", kViewerHelp);
  add_json(command, options->json);
  html.excludes(command.get_option("--json"));
  runs(command, invocation, options, show_difference);
}

void define_archive_export(CLI::App& archive, Invocation& invocation) {
  auto options = std::make_shared<ArchiveExportOptions>();
  CLI::App& command = add_command(
      archive, "export", "Write versions to a WARC or WACZ file for others",
      "curlew archive export --url 'example.org/*' --from 2026-11-01 -o fees.wacz");
  add_text(command, "--url", options->url, "PATTERN",
           "Only of addresses like this; * stands for any characters");
  add_text(command, "--from", options->from, "TIME", kFromHelp);
  add_text(command, "--to", options->to, "TIME", kToHelp);
  CLI::Option& warc = add_switch(command, "--warc", options->warc, "As a WARC file");
  add_switch(command, "--wacz", options->wacz,
             "As a WACZ file, which a replayer opens by itself; without either, the "
             "name of the file says")
      .excludes(&warc);
  add_text(command, "-o,--output", options->output, "FILE",
           "Where to; there must be none yet; - for standard output")
      .required();
  add_json(command, options->json);
  runs(command, invocation, options, export_archive);
}

void define_archive(CLI::App& app, Invocation& invocation) {
  CLI::App& archive =
      add_command(app, "archive", "List, check and hand on what versions are kept in",
                  "curlew archive verify");
  archive.require_subcommand(1);

  auto listing = std::make_shared<ArchiveListOptions>();
  CLI::App& list =
      add_command(archive, "list", "List the archive's files, or versions in them",
                  "curlew archive list --url 'https://example.org/*'");
  CLI::Option& url =
      add_text(list, "--url", listing->url, "PATTERN",
               "Versions of addresses like this; * stands for any characters");
  add_text(list, "--from", listing->from, "TIME", kFromHelp).needs(&url);
  add_text(list, "--to", listing->to, "TIME", kToHelp).needs(&url);
  add_json(list, listing->json);
  runs(list, invocation, listing, list_archive);

  auto getting = std::make_shared<ArchiveGetOptions>();
  CLI::App& get = add_command(
      archive, "get", "Print the WARC records of a version",
      "curlew archive get https://example.org/fees@2026-11-15 > fees.warc.gz");
  add_text(get, "URL@TIME", getting->version, "", kVersionHelp).required();
  add_text(get, "-o,--output", getting->output, "FILE",
           "Where to, instead of standard output; there must be none yet");
  runs(get, invocation, getting, get_from_archive);

  auto verifying = std::make_shared<ArchiveVerifyOptions>();
  CLI::App& verify = add_command(
      archive, "verify",
      "Read everything again: is each record whole, and each version there?",
      "curlew archive verify --json");
  add_switch(verify, "--repair-index", verifying->repair_index,
             "First write the indexes of all WARC files anew from these; not while "
             "serve runs");
  add_json(verify, verifying->json);
  runs(verify, invocation, verifying, verify_archive);

  define_archive_export(archive, invocation);
}

}  // namespace

void define_version_commands(CLI::App& app, Invocation& invocation) {
  define_history(app, invocation);
  define_show(app, invocation);
  define_diff(app, invocation);
  define_preview(app, invocation);
  define_archive(app, invocation);
}

}  // namespace curlew::apps
