#include "apps/cli/command_doc.h"

#include <string_view>

namespace curlew::apps {
namespace {

void collect(const CommandDoc& command, const std::string& parent,
             std::vector<NamedCommand>& found) {
  const std::string path = parent.empty() ? command.name : parent + " " + command.name;
  found.push_back({path, &command});
  for (const CommandDoc& child : command.commands) collect(child, path, found);
}

}  // namespace

std::vector<std::string> OptionDoc::choices() const {
  std::vector<std::string> found;
  if (value.find('|') == std::string::npos) return found;
  std::string_view rest = value;
  while (!rest.empty()) {
    const std::size_t bar = rest.find('|');
    found.emplace_back(rest.substr(0, bar));
    rest = bar == rest.npos ? std::string_view() : rest.substr(bar + 1);
  }
  return found;
}

std::vector<NamedCommand> all_commands(const CommandDoc& root) {
  std::vector<NamedCommand> found;
  collect(root, "", found);
  return found;
}

std::string usage_of(const NamedCommand& command) {
  std::string usage = command.path;
  if (!command.command->options.empty()) usage += " [OPTIONS]";
  for (const OptionDoc& positional : command.command->positionals) {
    usage += " " + positional.names.front() + (positional.repeats ? "…" : "");
  }
  if (!command.command->commands.empty()) usage += " COMMAND";
  return usage;
}

}  // namespace curlew::apps
