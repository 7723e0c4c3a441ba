#include "apps/cli_commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <vector>

#include "apps/cli.h"
#include "apps/cli_flags.h"
#include "apps/commands/articles.h"
#include "apps/commands/backup.h"
#include "apps/commands/check.h"
#include "apps/commands/context.h"
#include "apps/commands/estimate.h"
#include "apps/commands/init.h"
#include "apps/commands/log.h"
#include "apps/commands/sources.h"
#include "apps/commands/status.h"
#include "apps/commands/subscriptions.h"
#include "apps/demo.h"
#include "apps/nearest.h"
#include "apps/reference/completion.h"
#include "apps/reference/manual.h"
#include "apps/serve.h"
#include "base/log.h"

namespace curlew::apps {
namespace {

constexpr const char* kConfigFile = "curlew.toml";

LogLevel to_log_level(const std::string& name) {
  if (name == "debug") return LogLevel::kDebug;
  if (name == "warning") return LogLevel::kWarning;
  if (name == "error") return LogLevel::kError;
  return name == "off" ? LogLevel::kOff : LogLevel::kInfo;
}

// Commands on the data directory.
template <typename Options>
void runs(CLI::App& command, Invocation& invocation, std::shared_ptr<Options> options,
          Result<void> (*function)(const Context&, const Options&)) {
  command.callback([&invocation, options, function] {
    invocation.run = [&invocation, options, function]() -> Result<void> {
      TRY_ASSIGN(Config config, configure(invocation.global));
      const SystemClock clock;
      return function(Context{std::move(config), clock, screen_of(stdout)}, *options);
    };
  });
}

void define_init(CLI::App& app, Invocation& invocation) {
  auto force = std::make_shared<bool>(false);
  CLI::App& command =
      add_command(app, "init", "Write a curlew.toml with every setting, commented out",
                  "curlew init && editor curlew.toml");
  add_switch(command, "--force", *force, "Overwrite a file that is there");
  command.callback([&invocation, force] {
    invocation.run = [&invocation, force] {
      const std::string& named = invocation.global.config;
      return write_initial_config({named.empty() ? kConfigFile : named, *force});
    };
  });
}

void define_running(CLI::App& app, Invocation& invocation) {
  CLI::App& serving = add_command(
      app, "serve", "Follow all sources, until stopped, and serve the status page",
      "curlew serve --data /var/lib/curlew");
  serving.callback([&invocation] {
    invocation.run = [&invocation]() -> Result<void> {
      TRY_ASSIGN(const Config config, configure(invocation.global));
      return serve(config);
    };
  });
  auto options = std::make_shared<DemoOptions>();
  CLI::App& demo = add_command(
      app, "demo", "Show Curlew at work on a built-in little web", "curlew demo");
  add_switch(demo, "--web-only", options->web_only,
             "Only the little web, as a process of its own");
  demo.add_option("--web-port", options->web_port, "Its port; any free one by default")
      ->type_name("PORT");
  demo.add_option("--speed", options->speed, "Its seconds for one of ours")
      ->type_name("N")
      ->check(CLI::Range(0.1, 100'000.0).description(""))
      ->capture_default_str();
  demo.add_option("--seed", options->seed, "What it publishes follows from this")
      ->type_name("N");
  add_text(demo, "--epoch", options->epoch, "TIME",
           "When it opened, to go on where an earlier one stopped");
  demo.callback([&invocation, options] {
    invocation.run = [&invocation, options]() -> Result<void> {
      TRY_ASSIGN(const Config config, configure(invocation.global));
      return run_demo(config, *options);
    };
  });
}

// How a source is asked for and read.
void add_fetch_flags(CLI::App& command, SourceFlags& source) {
  add_choice(command, "--kind", source.kind,
             {"auto", "feed", "page", "data", "sparql", "topic"},
             "A feed, or a page whose new links are followed; auto finds out");
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

void add_source_flags(CLI::App& command, SourceFlags& source) {
  add_text(command, "--url", source.url, "URL",
           "The new address of a source that is named by its number; on another server "
           "it loses its login and headers");
  add_text(command, "--title", source.title, "TEXT", "Instead of the feed's own");
  add_text(command, "--folder", source.folder, "PATH",
           "Where it is filed: News/Greece");
  add_fetch_flags(command, source);
  add_choice(command, "--objective", source.objective,
             {"delay", "capture", "freshness"},
             "What visits are for: news soon, every version, or a right copy");
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
  add_json(command, options->json);
  runs(command, invocation, options, list_sources);
}

constexpr const char* kSourceHelp =
    "A number, an address, a host or a part of the title";

void add_targets(CLI::App& command, Targets& targets) {
  add_words(command, "SOURCE", targets.words,
            "Numbers, addresses, hosts or parts of titles");
  add_text(command, "--folder", targets.folder, "PATH",
           "All that are filed there, or in a folder below");
}

CLI::Option& add_all(CLI::App& command, Targets& targets) {
  return add_switch(command, "--all", targets.all, "All of them");
}

void define_targets(CLI::App& app, Invocation& invocation, const std::string& name,
                    const std::string& summary,
                    Result<void> (*function)(const Context&, const TargetOptions&)) {
  auto options = std::make_shared<TargetOptions>();
  CLI::App& command = add_command(app, name, summary,
                                  "curlew " + name + " https://example.org/feed.xml");
  add_targets(command, options->targets);
  add_all(command, options->targets);
  add_json(command, options->json);
  runs(command, invocation, options, function);
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
  add_text(exporting, "-o,--output", export_options->file, "FILE", "Instead of stdout");
  runs(exporting, invocation, export_options, export_subscriptions);
}

void define_backup(CLI::App& app, Invocation& invocation) {
  auto backup_options = std::make_shared<BackupCommandOptions>();
  CLI::App& backup = add_command(
      app, "backup", "Save everything in one file, while Curlew runs or not",
      "curlew backup curlew-2026-11-16.tar");
  add_text(backup, "FILE", backup_options->file, "", "The archive to write").required();
  add_switch(backup, "--force", backup_options->force,
             "Overwrite a file that is there");
  add_json(backup, backup_options->json);
  runs(backup, invocation, backup_options, back_up);

  auto restore_options = std::make_shared<RestoreCommandOptions>();
  CLI::App& restoring =
      add_command(app, "restore", "Bring back what curlew backup saved",
                  "curlew restore curlew-2026-11-16.tar --data curlew-data");
  add_text(restoring, "FILE", restore_options->file, "", "What curlew backup wrote")
      .required();
  add_switch(restoring, "--replace", restore_options->replace,
             "In the place of what is in the data directory");
  add_json(restoring, restore_options->json);
  runs(restoring, invocation, restore_options, restore);
}

void define_looking(CLI::App& app, Invocation& invocation) {
  auto status_options = std::make_shared<StatusOptions>();
  CLI::App& status = add_command(
      app, "status", "Show what is due, late and failing, or all of one source",
      "curlew status https://example.org/feed.xml");
  add_text(status, "SOURCE", status_options->target, "", kSourceHelp);
  add_json(status, status_options->json);
  runs(status, invocation, status_options, show_status);

  auto log_options = std::make_shared<LogOptions>();
  CLI::App& log = add_command(app, "log", "Show the visits of a source, or of all",
                              "curlew log https://example.org/feed.xml -n 50");
  add_text(log, "SOURCE", log_options->target, "", kSourceHelp);
  log.add_option("-n,--number", log_options->number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  add_switch(log, "-f,--follow", log_options->follow,
             "Go on with those that come, until stopped");
  add_json(log, log_options->json);
  runs(log, invocation, log_options, show_log);
}

// What is wrong with the number of an article; "" when nothing is, as CLI11 wants it.
std::string why_not_article_number(const std::string& word) {
  std::int64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc() && rest == end && number > 0) return {};
  return fmt::format("{} is not the number of an article; curlew articles lists them",
                     word);
}

void define_reading(CLI::App& app, Invocation& invocation) {
  auto list_options = std::make_shared<ArticlesOptions>();
  CLI::App& articles = add_command(app, "articles", "List articles, the newest first",
                                   "curlew articles --folder News --since 2h");
  add_text(articles, "--source", list_options->source, "SOURCE",
           "Only of this source: a number, an address, a host or a part of the title");
  add_text(articles, "--folder", list_options->folder, "PATH",
           "Only of sources filed there or below it");
  add_text(articles, "--since", list_options->since, "TIME",
           "Only found since then: 2h, 7d, or a date");
  articles.add_option("-n,--number", list_options->number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  add_json(articles, list_options->json);
  runs(articles, invocation, list_options, list_articles);

  auto read_options = std::make_shared<ReadOptions>();
  CLI::App& reading =
      add_command(app, "read", "Show one article with its text", "curlew read 1234");
  reading.add_option("ID", read_options->id, "Its number, as curlew articles lists it")
      ->type_name("")
      ->check(CLI::Validator(why_not_article_number, ""))
      ->required();
  add_json(reading, read_options->json);
  runs(reading, invocation, read_options, read_article);
}

void define_estimate(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<EstimateCommandOptions>();
  CLI::App& command = add_command(
      app, "estimate",
      "Say how long visiting every source once will take, with how many threads",
      "curlew estimate --threads 50");
  command
      .add_option("--threads", options->threads,
                  "Requests at a time, instead of what is configured")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000).description(""));
  add_text(command, "--within", options->within, "DURATION",
           "Instead: how many sources can be visited once in this time: 1h");
  add_json(command, options->json);
  runs(command, invocation, options, estimate_next_crawl);
}

void define_help(CLI::App& app, Invocation& invocation) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App& command = add_command(app, "help", "Explain a command", "curlew help add");
  add_words(command, "COMMAND", *words, "Its name: add, or lab feed");
  command.callback([&app, &invocation, words] {
    invocation.run = [&app, words]() -> Result<void> {
      const CLI::App* asked = &app;
      std::string path;
      for (const std::string& word : *words) {
        const auto named = asked->get_subcommands(
            [&](const CLI::App* each) { return each->get_name() == word; });
        if (named.empty()) {
          return Error{ErrorKind::kUsage,
                       unknown_command_text(*asked, app.get_name() + path, word)};
        }
        asked = named.front();
        path += " " + word;
      }
      // Not asked->help(): of the whole program that would be the help of `help`, the
      // command being run.
      const std::string text = app.get_formatter()->make_help(
          asked, app.get_name() + path, CLI::AppFormatMode::Normal);
      std::fputs(text.c_str(), stdout);
      return {};
    };
  });
}

void define_references(CLI::App& app, Invocation& invocation) {
  auto shell = std::make_shared<std::string>();
  CLI::App& completion =
      add_command(app, "completion", "Print the completion of a shell",
                  "source <(curlew completion bash)");
  add_choice(completion, "SHELL", *shell, {"bash", "zsh", "fish"}, "Which shell")
      .required();
  completion.callback([&invocation, shell] {
    invocation.run = [shell]() -> Result<void> {
      const Shell kind = *shell == "bash"  ? Shell::kBash
                         : *shell == "zsh" ? Shell::kZsh
                                           : Shell::kFish;
      std::fputs(completion_script(describe_command_line(), kind).c_str(), stdout);
      return {};
    };
  });
  CLI::App& manual =
      add_command(app, "man", "Print the manual page", "curlew man | man -l -");
  manual.callback([&invocation] {
    invocation.run = []() -> Result<void> {
      std::fputs(manual_page(describe_command_line(), CURLEW_VERSION).c_str(), stdout);
      return {};
    };
  });
}

void define_global(CLI::App& app, GlobalOptions& global) {
  add_text(app, "--config", global.config, "FILE",
           "The configuration; without it ./curlew.toml, if it is there");
  add_text(app, "--data", global.data, "DIR",
           "The data directory; without it as configured, else ./curlew-data");
  add_choice(app, "--log-level", global.log_level,
             {"debug", "info", "warning", "error", "off"},
             "The least important message that is written to stderr");
}

}  // namespace

Result<Config> configure(const GlobalOptions& global) {
  Config config;
  std::error_code error;
  std::string file = global.config;
  if (file.empty() && std::filesystem::exists(kConfigFile, error)) file = kConfigFile;
  if (!file.empty()) {
    TRY_ASSIGN(config, load_config(file));
  }
  if (!global.data.empty()) config.data.dir = global.data;
  if (!global.log_level.empty()) config.log.level = global.log_level;
  set_log_level(to_log_level(config.log.level));
  return config;
}

std::string unknown_command_text(const CLI::App& group, const std::string& path,
                                 const std::string& word) {
  std::vector<std::string_view> names;
  for (const CLI::App* command : group.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  std::string text = fmt::format("{}: no such command", word);
  for (const CLI::App* below : group.get_subcommands({})) {
    const auto named = below->get_subcommands(
        [&](const CLI::App* each) { return each->get_name() == word; });
    if (named.empty()) continue;
    return text + fmt::format("; did you mean {} {}?", below->get_name(), word);
  }
  if (const auto name = nearest(word, names)) {
    text += fmt::format("; did you mean {}?", *name);
  } else {
    text += fmt::format("; see {} --help", path);
  }
  return text;
}

void define_commands(CLI::App& app, Invocation& invocation) {
  define_global(app, invocation.global);
  define_running(app, invocation);
  define_init(app, invocation);
  define_add(app, invocation);
  define_subscriptions(app, invocation);
  define_list(app, invocation);
  define_targets(app, invocation, "remove", "Watch no longer; forget all about it",
                 remove_sources);
  define_targets(app, invocation, "pause", "Stop visiting, keep everything",
                 pause_sources);
  define_targets(app, invocation, "resume",
                 "Visit again what was paused, gone or stopped", resume_sources);
  define_visit(app, invocation);
  define_check(app, invocation);
  define_looking(app, invocation);
  define_reading(app, invocation);
  define_estimate(app, invocation);
  define_backup(app, invocation);
  define_lab(app, invocation);
  define_help(app, invocation);
  define_references(app, invocation);
}

}  // namespace curlew::apps
