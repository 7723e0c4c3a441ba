// The kinds of flags that commands have. Private to the files that define commands.

#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

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

// --json
void add_json(CLI::App& command, bool& json);

}  // namespace curlew::apps
