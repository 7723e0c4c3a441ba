// The kinds of flags that commands have, and what runs them. Private to this folder.

#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/commands.h"
#include "apps/commands/context.h"

namespace curlew::apps {

CLI::App& add_command(CLI::App& parent, const std::string& name,
                      const std::string& summary, const std::string& example);

CLI::Option& add_words(CLI::App& command, const std::string& name,
                       std::vector<std::string>& words, const std::string& help);

// `value` is what help calls it: "FILE".
CLI::Option& add_text(CLI::App& command, const std::string& names, std::string& text,
                      const std::string& value, const std::string& help);

CLI::Option& add_choice(CLI::App& command, const std::string& names, std::string& text,
                        const std::vector<std::string>& choices,
                        const std::string& help);

CLI::Option& add_switch(CLI::App& command, const std::string& names, bool& is_on,
                        const std::string& help);

// --NAME and --no-NAME; without either `is_on` stays empty.
void add_either(CLI::App& command, const std::string& name, std::optional<bool>& is_on,
                const std::string& help, const std::string& help_of_no);

// For an option that takes the number of an article.
CLI::Validator is_article_number();

// --json
void add_json(CLI::App& command, bool& json);

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

}  // namespace curlew::apps
