#include "apps/cli/commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <vector>

#include "apps/cli/cli.h"
#include "apps/cli/completion.h"
#include "apps/cli/flags.h"
#include "apps/cli/manual.h"
#include "apps/nearest.h"
#include "base/log.h"

namespace curlew::apps {
namespace {

LogLevel to_log_level(const std::string& name) {
  if (name == "debug") return LogLevel::kDebug;
  if (name == "warning") return LogLevel::kWarning;
  if (name == "error") return LogLevel::kError;
  return name == "off" ? LogLevel::kOff : LogLevel::kInfo;
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
  set_log_format(config.log.format == "json" ? LogFormat::kJson : LogFormat::kText);
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
  define_running_commands(app, invocation);
  define_source_commands(app, invocation);
  define_looking_commands(app, invocation);
  define_operating_commands(app, invocation);
  define_version_commands(app, invocation);
  define_user_commands(app, invocation);
  define_access_commands(app, invocation);
  define_topic_commands(app, invocation);
  define_backup(app, invocation);
  define_migrate(app, invocation);
  define_lab(app, invocation);
  define_help(app, invocation);
  define_references(app, invocation);
}

}  // namespace curlew::apps
