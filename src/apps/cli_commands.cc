#include "apps/cli_commands.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "apps/cli.h"
#include "apps/commands/context.h"
#include "apps/commands/init.h"
#include "apps/commands/sources.h"
#include "apps/commands/status.h"
#include "apps/commands/subscriptions.h"
#include "apps/demo.h"
#include "apps/lab/lab.h"
#include "apps/reference/completion.h"
#include "apps/reference/manual.h"
#include "apps/serve.h"
#include "base/log.h"

namespace curlew::apps {
namespace {

constexpr const char* kConfigFile = "curlew.toml";
constexpr char kGuard = '\x01';

CLI::App& add_command(CLI::App& parent, const std::string& name,
                      const std::string& summary, const std::string& example) {
  CLI::App& command = *parent.add_subcommand(name, summary);
  command.footer(example);
  command.group("Commands");
  return command;
}

CLI::Option& add_words(CLI::App& command, const std::string& name,
                       std::vector<std::string>& words, const std::string& help) {
  const auto take = [&words](const std::vector<std::string>& given) {
    for (const std::string& word : given) words.push_back(unguarded(word));
  };
  return *command.add_option_function<std::vector<std::string>>(name, take, help)
              ->type_name("");
}

CLI::Option& add_text(CLI::App& command, const std::string& names, std::string& text,
                      const std::string& value, const std::string& help) {
  const auto take = [&text](const std::string& given) { text = unguarded(given); };
  return *command.add_option_function<std::string>(names, take, help)->type_name(value);
}

CLI::Option& add_choice(CLI::App& command, const std::string& names, std::string& text,
                        const std::vector<std::string>& choices,
                        const std::string& help) {
  const std::string value = CLI::detail::join(choices, "|");
  return *command.add_option(names, text, help)
              ->check(CLI::IsMember(choices).description(""))
              ->type_name(value);
}

CLI::Option& add_switch(CLI::App& command, const std::string& names, bool& is_on,
                        const std::string& help) {
  return *command.add_flag(names, is_on, help);
}

void add_json(CLI::App& command, bool& json) {
  add_switch(command, "--json", json, "Print JSON, one object a line");
}

LogLevel to_log_level(const std::string& name) {
  if (name == "debug") return LogLevel::kDebug;
  if (name == "warning") return LogLevel::kWarning;
  if (name == "error") return LogLevel::kError;
  return name == "off" ? LogLevel::kOff : LogLevel::kInfo;
}

// The configuration file, then what the command line says otherwise.
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

// Lab commands print to stdout and need neither configuration nor data.
template <typename Options>
void runs_lab(CLI::App& command, Invocation& invocation,
              std::shared_ptr<Options> options,
              Result<void> (*function)(const Options&, std::FILE*)) {
  command.callback([&invocation, options, function] {
    invocation.run = [options, function] { return function(*options, stdout); };
  });
}

void define_lab_feed(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabFeedOptions>();
  CLI::App& command =
      add_command(lab, "feed", "Parse feeds and print what is in them",
                  "curlew lab feed --url https://example.org/ news.xml");
  add_words(command, "FILE", options->files, "Files with the bytes of a feed");
  add_text(command, "--url", options->url, "URL", "Where the feed was found");
  add_text(command, "--content-type", options->content_type, "TYPE",
           "The Content-Type it was served with");
  add_text(command, "--batch", options->batch, "DIR",
           "Every file below DIR/files; base_url from DIR/expected.jsonl");
  runs_lab(command, invocation, options, lab_feed);
}

void define_lab_robots(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabRobotsOptions>();
  CLI::App& command =
      add_command(lab, "robots", "Ask a robots.txt what it allows (RFC 9309)",
                  "curlew lab robots --agent curlew robots.txt /private/page");
  add_text(command, "--agent", options->agent, "NAME", "The robot that asks");
  add_text(command, "ROBOTS", options->robots, "", "A robots.txt file");
  add_words(command, "URL", options->urls, "Addresses or paths to ask for");
  add_text(command, "--batch", options->batch, "FILE", "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_robots);
}

void define_lab_url(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabUrlOptions>();
  CLI::App& command =
      add_command(lab, "url", "Parse and resolve addresses (WHATWG URL)",
                  "curlew lab url --base https://example.org/a/ ../b");
  add_text(command, "--base", options->base, "URL", "What relative inputs start from");
  add_words(command, "INPUT", options->inputs, "Addresses, absolute or relative");
  add_text(command, "--batch", options->batch, "FILE", "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_url);
}

void define_lab_date(CLI::App& lab, Invocation& invocation) {
  auto options = std::make_shared<LabDateOptions>();
  CLI::App& command = add_command(lab, "date", "Read dates as feeds write them",
                                  "curlew lab date 'Sun, 06 Nov 1994 08:49:37 GMT'");
  add_words(command, "STRING", options->inputs, "Dates in any dialect");
  add_text(command, "--batch", options->batch, "FILE", "Cases, one JSON object a line");
  runs_lab(command, invocation, options, lab_date);
}

void define_lab(CLI::App& app, Invocation& invocation) {
  CLI::App& lab = add_command(app, "lab", "Run one stage by itself, on files",
                              "curlew lab date 2026-11-15");
  lab.require_subcommand(1);
  define_lab_feed(lab, invocation);
  define_lab_robots(lab, invocation);
  define_lab_url(lab, invocation);
  define_lab_date(lab, invocation);
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

void define_add(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<AddOptions>();
  CLI::App& command =
      add_command(app, "add", "Watch addresses",
                  "curlew add https://example.org/feed.xml --folder News/Science");
  add_words(command, "URL", options->urls, "Feeds, or pages that name one").required();
  add_choice(command, "--kind", options->kind,
             {"auto", "feed", "page", "data", "sparql", "topic"},
             "What is there; this release follows feeds, and auto finds them");
  add_text(command, "--title", options->title, "TEXT", "Instead of the feed's own");
  add_text(command, "--folder", options->folder, "PATH",
           "Where it is filed: News/Greece");
  RequestFlags& request = options->request;
  add_words(command, "--header", request.headers,
            "Send 'Name: value', or @FILE with it")
      .type_name("HEADER")
      ->expected(1)
      ->take_all();
  add_text(command, "--user", request.user, "NAME:PASSWORD",
           "Log in by basic authentication; @FILE reads it from there");
  add_text(command, "--bearer", request.bearer, "TOKEN",
           "Log in by bearer token; @FILE reads it from there");
  add_text(command, "--proxy", request.proxy, "URL", "Ask through this HTTP proxy");
  add_text(command, "--interval", options->interval, "DURATION",
           "Visit this often, instead of what the policy learns: 30m");
  add_switch(command, "--no-pages", options->no_pages,
             "Do not fetch the pages of its articles");
  add_json(command, options->json);
  runs(command, invocation, options, add_sources);
}

void define_list(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ListOptions>();
  CLI::App& command =
      add_command(app, "list", "List what is watched", "curlew list --failing");
  std::vector<CLI::Option*> filters;
  for (const std::string state : {"due", "late", "failing", "paused", "gone"}) {
    CLI::Option* filter = command.add_flag_callback(
        "--" + state, [options, state] { options->filter = state; },
        "Only sources that are " + state);
    for (CLI::Option* other : filters) filter->excludes(other);
    filters.push_back(filter);
  }
  add_json(command, options->json);
  runs(command, invocation, options, list_sources);
}

void define_targets(CLI::App& app, Invocation& invocation, const std::string& name,
                    const std::string& summary,
                    Result<void> (*function)(const Context&, const TargetOptions&)) {
  auto options = std::make_shared<TargetOptions>();
  CLI::App& command = add_command(app, name, summary,
                                  "curlew " + name + " https://example.org/feed.xml");
  add_words(command, "SOURCE", options->targets, "Addresses or numbers of sources")
      .required();
  add_json(command, options->json);
  runs(command, invocation, options, function);
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
  auto opml = std::make_shared<bool>(true);
  CLI::App& exporting = add_command(app, "export", "Write what is watched as OPML",
                                    "curlew export --opml -o subscriptions.opml");
  add_switch(exporting, "--opml", *opml, "As OPML 2.0, the only form so far");
  add_text(exporting, "-o,--output", export_options->file, "FILE", "Instead of stdout");
  runs(exporting, invocation, export_options, export_subscriptions);
}

void define_looking(CLI::App& app, Invocation& invocation) {
  auto status_options = std::make_shared<StatusOptions>();
  CLI::App& status = add_command(
      app, "status", "Show what is due, late and failing, or all of one source",
      "curlew status https://example.org/feed.xml");
  add_text(status, "SOURCE", status_options->target, "",
           "Address or number of a source");
  add_json(status, status_options->json);
  runs(status, invocation, status_options, show_status);

  auto log_options = std::make_shared<LogOptions>();
  CLI::App& log =
      add_command(app, "log", "Show the visits of a source, the newest first",
                  "curlew log https://example.org/feed.xml -n 50");
  add_text(log, "SOURCE", log_options->target, "", "Address or number of a source")
      .required();
  log.add_option("-n,--number", log_options->number, "How many")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  add_json(log, log_options->json);
  runs(log, invocation, log_options, show_log);
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
          return Error{ErrorKind::kUsage, word + ": no such command"};
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

std::string guarded(std::string_view argument) {
  const bool looks_like_list = argument.starts_with('[') && argument.ends_with(']');
  return looks_like_list ? kGuard + std::string(argument) : std::string(argument);
}

std::string unguarded(std::string_view argument) {
  if (argument.starts_with(kGuard)) argument.remove_prefix(1);
  return std::string(argument);
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
  define_targets(app, invocation, "resume", "Visit again what was paused or gone",
                 resume_sources);
  define_looking(app, invocation);
  define_lab(app, invocation);
  define_help(app, invocation);
  define_references(app, invocation);
}

}  // namespace curlew::apps
