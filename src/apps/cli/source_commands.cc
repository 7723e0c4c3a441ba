#include <memory>
#include <utility>
#include <vector>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/commands/check.h"
#include "apps/commands/sources.h"
#include "apps/commands/subscriptions.h"

namespace curlew::apps {
namespace {

// How a source is asked for and read.
void add_fetch_flags(CLI::App& command, SourceFlags& source) {
  add_choice(
      command, "--kind", source.kind,
      {"auto", "feed", "page", "data", "sparql", "topic"},
      "A feed; a page whose new links are followed, or whose content is watched; "
      "a data document (RDF, CSV, JSON) or the answer to a SPARQL query, of "
      "which versions are kept; auto finds out whether it is a feed or a page; topic, "
      "with --title: pages that are examples of it and where its crawl begins");
  add_choice(
      command, "--watch", source.watch.what, {"links", "changes", "both"},
      "Of a page: follow its new links, or keep versions of its content and tell "
      "what changes, or both");
  add_text(command, "--query", source.query, "FILE|TEXT",
           "Ask this query of the SPARQL endpoint at the address; - reads it from "
           "standard input");
  RequestFlags& request = source.request;
  add_words(command, "--header", request.headers,
            "Send 'Name: value', or @FILE with it; none takes all headers away")
      .type_name("HEADER")
      ->expected(1)
      ->take_all();
  add_text(command, "--user", request.user, "NAME:PASSWORD",
           "Log in by basic authentication; @FILE reads it from there, none takes it "
           "away");
  add_text(command, "--bearer", request.bearer, "TOKEN",
           "Log in by bearer token; @FILE reads it from there, none takes it away");
  add_text(command, "--proxy", request.proxy, "URL",
           "Ask through this HTTP proxy, or none");
  add_either(command, "render", source.render,
             "Let a browser run the scripts of its pages",
             "Read its pages as they are sent");
  CLI::Option& rules = add_text(command, "--rules", source.rules, "FILE",
                                "Read its pages by these rules");
  add_switch(command, "--no-rules", source.no_rules, "Read its pages without rules")
      .excludes(&rules);
}

// What of a page or a data document is watched.
void add_watch_flags(CLI::App& command, WatchFlags& watch) {
  add_watch_part_flags(command, watch);
  add_words(command, "--key", watch.keys,
            "Tell rows of a table apart by this column; found by itself unless told")
      .type_name("COLUMN")
      ->expected(1)
      ->take_all();
  add_either(command, "article-changes", watch.articles,
             "Tell when the headline or the text of one of its articles changes",
             "Do not tell of changed articles");
  add_either(command, "archive", watch.archive,
             "Of a feed: keep each document that differs from the last as a version; "
             "--objective capture does it, too",
             "Keep no versions of the feed itself");
}

void add_source_flags(CLI::App& command, SourceFlags& source) {
  add_text(command, "--url", source.url, "URL",
           "The new address of a source that is named by its number; on another server "
           "it loses its login and headers");
  add_text(command, "--title", source.title, "TEXT", "Instead of the feed's own");
  add_text(command, "--folder", source.folder, "PATH",
           "Where it is filed: News/Greece");
  add_fetch_flags(command, source);
  add_watch_flags(command, source.watch);
  add_choice(command, "--objective", source.objective,
             {"delay", "capture", "freshness"},
             "What visits are for: news soon, every version, or a right copy");
  add_text(command, "--policy", source.policy, "NAME",
           "Plan its visits by this policy: see schedule.policy; none: as configured");
  WishFlags& wishes = source.wishes;
  add_text(command, "--interval", wishes.interval, "DURATION",
           "Visit this often, not as the policy learns: 30m; none takes it back");
  add_text(command, "--longest-gap", wishes.longest_gap, "DURATION",
           "Never wait longer between two visits: 1d, or none");
  add_text(command, "--active-hours", wishes.active_hours, "FROM-TO",
           "Visit only then: 8-20 in UTC, 8-20@+2 two hours east of it, or none");
  command
      .add_option("--subscribers", source.subscribers,
                  "So many wait for its news; see schedule.subscriber_weight")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000'000).description(""));
  command
      .add_option("--activity", source.activity_percent,
                  "How active they are in the mean; see schedule.subscriber_activity")
      ->type_name("PCT")
      ->check(CLI::Range(0, 100).description(""));
  add_either(command, "pages", source.pages, "Fetch the pages of its articles",
             "Do not fetch the pages of its articles");
}

void define_add(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<AddOptions>();
  CLI::App& command =
      add_command(app, "add", "Watch addresses, or change how they are watched",
                  "curlew add https://example.org/feed.xml --folder News/Science");
  add_words(command, "URL", options->urls,
            "Feeds, pages that name one, or pages to follow; or numbers of sources")
      .required();
  add_source_flags(command, options->source);
  add_text(command, "--subscriber", options->subscriber, "NAME",
           "A user who wants them: title and folder are his own then, and a new source "
           "is private to its subscribers");
  add_either(command, "shared", options->source.shared,
             "Every user sees what comes from it", "Only its subscribers do");
  add_switch(command, "--no-wait", options->no_wait,
             "Do not wait for the first visit, which is made at once while serve runs");
  add_json(command, options->json);
  runs(command, invocation, options, add_sources);
}

void define_list(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ListOptions>();
  CLI::App& command =
      add_command(app, "list", "List what is watched", "curlew list --failing");
  std::vector<CLI::Option*> filters;
  const std::pair<std::string, std::string> states[] = {
      {"due", "Only sources that are due"},
      {"late", "Only sources that are late"},
      {"failing",
       "Only those with a problem: their last visit failed or found nothing of use; "
       "with "
       "the reason and the cure. The state is 'problem' after one such visit, and "
       "'failing' after several in a row"},
      {"paused", "Only sources that are paused"},
      {"gone", "Only sources that are gone"},
      {"stopped", "Only sources that are stopped"}};
  for (const auto& [name, help] : states) {
    const std::string state = name;
    CLI::Option* filter = command.add_flag_callback(
        "--" + state, [options, state] { options->filter = state; }, help);
    for (CLI::Option* other : filters) filter->excludes(other);
    filters.push_back(filter);
  }
  add_text(command, "--folder", options->folder, "PATH",
           "Only those filed there, or in a folder below");
  add_text(command, "--user", options->user, "NAME",
           "Only what this user may see, by his own titles and folders");
  add_json(command, options->json);
  runs(command, invocation, options, list_sources);
}

void add_targets(CLI::App& command, service::Targets& targets) {
  add_words(command, "SOURCE", targets.words,
            "Numbers, addresses, hosts or parts of titles");
  add_text(command, "--folder", targets.folder, "PATH",
           "All that are filed there, or in a folder below");
}

CLI::Option& add_all(CLI::App& command, service::Targets& targets) {
  return add_switch(command, "--all", targets.all, "All of them");
}

// Returns the command and what its flags fill.
std::pair<CLI::App&, TargetOptions&> define_targets(
    CLI::App& app, Invocation& invocation, const std::string& name,
    const std::string& summary,
    Result<void> (*function)(const Context&, const TargetOptions&)) {
  auto options = std::make_shared<TargetOptions>();
  CLI::App& command = add_command(app, name, summary,
                                  "curlew " + name + " https://example.org/feed.xml");
  add_targets(command, options->targets);
  add_all(command, options->targets);
  add_json(command, options->json);
  runs(command, invocation, options, function);
  return {command, *options};
}

void define_visit(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<TargetOptions>();
  CLI::App& command =
      add_command(app, "visit", "Visit sources at once, politely, while serve runs",
                  "curlew visit --failing");
  add_targets(command, options->targets);
  CLI::Option& failing = add_switch(command, "--failing", options->targets.failing,
                                    "All with a problem, as list --failing");
  add_all(command, options->targets).excludes(&failing);
  add_switch(command, "--no-wait", options->no_wait, "Do not wait for what they find");
  add_json(command, options->json);
  runs(command, invocation, options, visit_sources);
}

void define_check(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App& command = add_command(
      app, "check", "Look at an address: what it is, and what watching it would bring",
      "curlew check https://example.org/ --kind page");
  add_text(command, "URL", options->url, "",
           "Watched or not, or the number of a source; nothing is stored")
      .required();
  add_fetch_flags(command, options->source);
  add_json(command, options->json);
  runs(command, invocation, options, check_address);
}

void define_subscriptions(CLI::App& app, Invocation& invocation) {
  auto import_options = std::make_shared<ImportOptions>();
  CLI::App& importing = add_command(app, "import", "Watch all feeds of an OPML file",
                                    "curlew import subscriptions.opml");
  add_text(importing, "FILE", import_options->file, "", "OPML; - for standard input")
      .required();
  add_json(importing, import_options->json);
  runs(importing, invocation, import_options, import_subscriptions);

  auto export_options = std::make_shared<ExportOptions>();
  CLI::App& exporting =
      add_command(app, "export", "Write what is watched, or what was learned of it",
                  "curlew export --opml -o subscriptions.opml");
  CLI::Option& opml = add_switch(exporting, "--opml", export_options->opml,
                                 "The subscriptions as OPML 2.0; the default");
  CLI::Option& schedule =
      add_switch(exporting, "--schedule", export_options->schedule,
                 "What is believed of each source, one JSON object a line");
  schedule.excludes(&opml);
  CLI::Option& trace =
      add_switch(exporting, "--trace", export_options->trace,
                 "When each source published what, for curlew lab simulate; with "
                 "-o feeds.csv the addresses go to feeds_sources.csv");
  trace.excludes(&opml)->excludes(&schedule);
  add_text(exporting, "--atom", export_options->atom, "SOURCE",
           "The newest articles of one source as an Atom feed")
      .excludes(&opml)
      ->excludes(&schedule)
      ->excludes(&trace);
  add_text(exporting, "--user", export_options->user, "NAME",
           "Only what this user may see, by his own titles and folders");
  add_text(exporting, "-o,--output", export_options->file, "FILE", "Instead of stdout");
  runs(exporting, invocation, export_options, export_subscriptions);
}

}  // namespace

void add_watch_part_flags(CLI::App& command, WatchFlags& watch) {
  const auto add_list = [&](const std::string& name, std::vector<std::string>& words,
                            const std::string& value, const std::string& help) {
    add_words(command, name, words, help).type_name(value)->expected(1)->take_all();
  };
  add_text(command, "--part", watch.part, "CSS",
           "Look only at what this selector finds; none: at the whole page");
  add_list("--ignore", watch.ignore, "CSS", "Do not look at what this selector finds");
  add_list("--ignore-text", watch.ignore_text, "REGEX",
           "Do not look at text that this expression (RE2) finds");
  command
      .add_option("--min-change", watch.minimum_size,
                  "So many bytes of text must differ")
      ->type_name("BYTES")
      ->check(CLI::Range(0, 1'000'000'000).description(""));
  add_text(
      command, "--changes-of", watch.kinds, "KINDS",
      "Which changes count: structure, text, main text, links, data, presentation, "
      "error page; 'text,main text,data' unless told");
  add_choice(command, "--detector", watch.detector, {"own", "thesis"},
             "What tells changes: own sees through noise, thesis compares trees and "
             "texts");
}

void define_source_commands(CLI::App& app, Invocation& invocation) {
  define_add(app, invocation);
  define_subscriptions(app, invocation);
  define_list(app, invocation);
  const auto [removing, options] =
      define_targets(app, invocation, "remove", "Watch no longer; forget all about it",
                     remove_sources);
  CLI::Option& subscriber =
      add_text(removing, "--subscriber", options.subscriber, "NAME",
               "End only the subscription of this user; the source stays for others");
  add_switch(removing, "--forget-versions", options.forget_versions,
             "Its versions go from the archive, too, as those do that archive.keep "
             "thins out; else they stay, and curlew archive get finds them by their "
             "address")
      .excludes(&subscriber);
  define_targets(app, invocation, "pause", "Stop visiting, keep everything",
                 pause_sources);
  define_targets(app, invocation, "resume",
                 "Visit again what was paused, gone or stopped", resume_sources);
  define_visit(app, invocation);
  define_check(app, invocation);
}

}  // namespace curlew::apps
