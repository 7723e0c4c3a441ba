// What a command is and takes, as plain data without the parser's library.

#pragma once

#include <string>
#include <vector>

namespace curlew::apps {

struct OptionDoc {
  // "-n", "--number"; a positional has its one name.
  std::vector<std::string> names;
  // "FILE", "a|b|c"; empty for a flag.
  std::string value;
  std::string help;
  bool repeats = false;

  // The values to choose from, when `value` lists them.
  std::vector<std::string> choices() const;
};

struct CommandDoc {
  std::string name;
  std::string summary;
  // Lines as typed, without a prompt.
  std::string example;
  std::vector<OptionDoc> positionals;
  std::vector<OptionDoc> options;
  std::vector<CommandDoc> commands;
};

// The `path` of each command from `root` on ("curlew lab feed"), parents first.
struct NamedCommand {
  std::string path;
  const CommandDoc* command;
};
std::vector<NamedCommand> all_commands(const CommandDoc& root);

// "curlew list [OPTIONS] URL…": how the command is typed.
std::string usage_of(const NamedCommand& command);

}  // namespace curlew::apps
