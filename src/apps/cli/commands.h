// Every command's flags, and the function that runs it: those of one idea in one file.
// Private to this folder.

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "apps/config/config.h"
#include "base/result.h"

namespace CLI {
class App;
}

namespace curlew::apps {

struct WatchFlags;

// What is read where no configuration is named, and written by `curlew init`.
inline constexpr const char* kConfigFile = "curlew.toml";

// Options that stand before or after any command.
struct GlobalOptions {
  // Empty: ./curlew.toml if there is one.
  std::string config;
  // Empty: as configured.
  std::string data;
  std::string log_level;
};

// What the parsed words ask for.
struct Invocation {
  GlobalOptions global;
  std::function<Result<void>()> run;
};

// The configuration file, then what the command line says otherwise.
Result<Config> configure(const GlobalOptions& global);

// CLI11 reads an argument "[a,b]" as two of them, but ours may be the address "[::1]".
// A guarded one does not look like a list; all options of text take the guard off.
std::string guarded(std::string_view argument);
std::string unguarded(std::string_view argument);

// "ad: no such command; did you mean add?" `path` is how `group` is typed.
std::string unknown_command_text(const CLI::App& group, const std::string& path,
                                 const std::string& word);

// `invocation` must outlive `app`, which fills it while it parses.
void define_commands(CLI::App& app, Invocation& invocation);
// serve, controller, terminal, demo, init; backup, restore.
void define_running_commands(CLI::App& app, Invocation& invocation);
void define_backup(CLI::App& app, Invocation& invocation);
void define_migrate(CLI::App& app, Invocation& invocation);
// Commands that change or list what is watched.
void define_source_commands(CLI::App& app, Invocation& invocation);
// user …, watch …, clips, deliveries, mark.
void define_user_commands(CLI::App& app, Invocation& invocation);
// token …, session …, invitation ….
void define_access_commands(CLI::App& app, Invocation& invocation);
// topic ….
void define_topic_commands(CLI::App& app, Invocation& invocation);
// status, log, articles, read, estimate.
void define_looking_commands(CLI::App& app, Invocation& invocation);
// problems, delay, operation, courtesy.
void define_operating_commands(CLI::App& app, Invocation& invocation);
// Which part of a page is watched, and which changes of it count.
void add_watch_part_flags(CLI::App& command, WatchFlags& watch);
// history, show, diff, preview, archive ….
void define_version_commands(CLI::App& app, Invocation& invocation);
// Commands below `curlew lab`.
void define_lab(CLI::App& app, Invocation& invocation);

}  // namespace curlew::apps
