#include <fmt/format.h>

#include <memory>
#include <string>

#include "apps/cli/commands.h"
#include "apps/cli/flags.h"
#include "apps/commands/backup.h"
#include "apps/commands/migrate.h"
#include "apps/config/config_text.h"
#include "apps/run/demo.h"
#include "apps/run/serve.h"
#include "apps/run/terminal_process.h"
#include "apps/whole_file.h"

namespace curlew::apps {
namespace {

void define_running(CLI::App& app, Invocation& invocation) {
  CLI::App& serving = add_command(
      app, "serve", "Follow all sources, until stopped, and serve the web page",
      "curlew serve --data /var/lib/curlew");
  serving.callback([&invocation] {
    invocation.run = [&invocation]() -> Result<void> {
      TRY_ASSIGN(const Config config, configure(invocation.global));
      return serve(config);
    };
  });
  CLI::App& controlling = add_command(
      app, "controller",
      "Plan visits and store what terminals of their own report; serve the web page",
      "curlew controller --data /var/lib/curlew");
  controlling.callback([&invocation] {
    invocation.run = [&invocation]() -> Result<void> {
      TRY_ASSIGN(const Config config, configure(invocation.global));
      return serve(config, Role::kController);
    };
  });
  auto terminal = std::make_shared<TerminalProcessOptions>();
  CLI::App& visiting = add_command(
      app, "terminal", "Fetch and analyse for a controller elsewhere, until stopped",
      "curlew terminal --name north --data /var/lib/curlew-north");
  add_text(visiting, "--name", terminal->name, "NAME",
           "What it is called, always the same; the machine's name by default");
  add_switch(
      visiting, "--drain", terminal->drain,
      "Hand the records of this terminal, which is stopped, over to another one");
  add_text(visiting, "--to", terminal->to, "NAME",
           "The terminal that takes them; any by default");
  visiting.callback([&invocation, terminal] {
    invocation.run = [&invocation, terminal]() -> Result<void> {
      TRY_ASSIGN(const Config config, configure(invocation.global));
      return run_terminal(config, *terminal);
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

// Writes a commented configuration with every setting at its default.
Result<void> write_initial_config(const std::string& file, bool force) {
  const auto written = write_whole_file(file, commented_config(),
                                        force ? Overwrite::kYes : Overwrite::kNo);
  if (!written && written.error().kind == ErrorKind::kExists) {
    return Error{ErrorKind::kExists,
                 fmt::format("{}: is there already; --force overwrites it", file)};
  }
  TRY(written);
  fmt::print("wrote {}: every setting, commented out at its default\n", file);
  return {};
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
      return write_initial_config(named.empty() ? kConfigFile : named, *force);
    };
  });
}

}  // namespace

void define_running_commands(CLI::App& app, Invocation& invocation) {
  define_running(app, invocation);
  define_init(app, invocation);
}

void define_backup(CLI::App& app, Invocation& invocation) {
  auto backup_options = std::make_shared<BackupCommandOptions>();
  CLI::App& backup = add_command(
      app, "backup", "Save all but the archive in one file, while Curlew runs or not",
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

void define_migrate(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<MigrateOptions>();
  CLI::App& command =
      add_command(app, "migrate", "Move everything to a PostgreSQL server",
                  "curlew migrate --to postgres://curlew@localhost/curlew");
  add_text(command, "--to", options->to, "URL",
           "An empty database: postgres://user@host/database")
      .required();
  add_text(command, "--password-file", options->password_file, "FILE",
           "A file whose first line is the server's password");
  add_json(command, options->json);
  runs(command, invocation, options, migrate_store);
}

}  // namespace curlew::apps
