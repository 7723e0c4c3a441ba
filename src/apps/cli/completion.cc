#include "apps/cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace curlew::apps {
namespace {

std::string replaced(std::string_view text, std::string_view from,
                     std::string_view to) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(from)) {
      out += to;
      at += from.size();
    } else {
      out += text[at++];
    }
  }
  return out;
}

// Inside single quotes nothing is special but the quote itself.
std::string shell_quoted(std::string_view text) {
  return fmt::format("'{}'", replaced(text, "'", R"('\'')"));
}

std::string quoted_for_fish(std::string_view text) {
  return fmt::format("'{}'", replaced(replaced(text, R"(\)", R"(\\)"), "'", R"(\')"));
}

// The options of a command and those that stand before any.
std::vector<OptionDoc> all_options(const CommandDoc& root, const CommandDoc& command) {
  std::vector<OptionDoc> options = command.options;
  if (&command != &root) {
    options.insert(options.end(), root.options.begin(), root.options.end());
  }
  return options;
}

// What may be typed next in a command, with its meaning.
struct Suggestion {
  std::string word;
  std::string help;
};

std::vector<Suggestion> suggestions(const CommandDoc& root, const CommandDoc& command) {
  std::vector<Suggestion> found;
  for (const CommandDoc& child : command.commands) {
    found.push_back({child.name, child.summary});
  }
  for (const OptionDoc& positional : command.positionals) {
    for (const std::string& choice : positional.choices())
      found.push_back({choice, ""});
  }
  for (const OptionDoc& option : all_options(root, command)) {
    for (const std::string& name : option.names) found.push_back({name, option.help});
  }
  return found;
}

// The arms of a shell's case statement that walks from word to word down to a command.
std::string command_arms(const CommandDoc& root) {
  std::vector<std::string> paths;
  for (const NamedCommand& named : all_commands(root)) {
    if (named.command != &root) paths.push_back(shell_quoted(named.path));
  }
  return fmt::format("{}", fmt::join(paths, "|"));
}

// The arms for what stands behind an option that takes a value. Where the values are
// not known, the shell's own completion of file names takes over.
std::string value_arms(const CommandDoc& root, std::string_view reply_with_words,
                       std::string_view reply_with_files) {
  std::string arms;
  for (const NamedCommand& named : all_commands(root)) {
    for (const OptionDoc& option : all_options(root, *named.command)) {
      if (option.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) {
        patterns.push_back(shell_quoted(named.path + " " + name));
      }
      const std::vector<std::string> choices = option.choices();
      arms += fmt::format("    {}) ", fmt::join(patterns, "|"));
      arms += choices.empty() ? std::string(reply_with_files)
                              : fmt::format(fmt::runtime(reply_with_words),
                                            fmt::join(choices, " "));
      arms += "; return ;;\n";
    }
  }
  return arms;
}

std::string bash_script(const CommandDoc& root) {
  std::string script = "# bash completion of curlew\n_curlew() {\n";
  script += "  local cur=${COMP_WORDS[COMP_CWORD]} at=curlew words= word\n";
  script += "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n";
  script += fmt::format("    case \"$at $word\" in\n      {}) at=\"$at $word\" ;;\n",
                        command_arms(root));
  script += "    esac\n  done\n  case \"$at ${COMP_WORDS[COMP_CWORD-1]}\" in\n";
  script +=
      value_arms(root, "COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", "COMPREPLY=()");
  script += "  esac\n  case \"$at\" in\n";
  for (const NamedCommand& named : all_commands(root)) {
    std::vector<std::string> words;
    for (const Suggestion& each : suggestions(root, *named.command)) {
      words.push_back(each.word);
    }
    script += fmt::format("    {}) words={} ;;\n", shell_quoted(named.path),
                          shell_quoted(fmt::format("{}", fmt::join(words, " "))));
  }
  script += "  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\n";
  return script + "complete -o default -F _curlew curlew\n";
}

std::string zsh_script(const CommandDoc& root) {
  std::string script = "#compdef curlew\n_curlew() {\n  local at=curlew word\n";
  script += "  local -a next\n  for word in \"${(@)words[2,CURRENT-1]}\"; do\n";
  script += fmt::format("    case \"$at $word\" in\n      {}) at=\"$at $word\" ;;\n",
                        command_arms(root));
  script += "    esac\n  done\n  case \"$at ${words[CURRENT-1]}\" in\n";
  script += value_arms(root, "compadd -- {}", "_files");
  script += "  esac\n  case \"$at\" in\n";
  for (const NamedCommand& named : all_commands(root)) {
    script += fmt::format("    {}) next=(", shell_quoted(named.path));
    for (const Suggestion& each : suggestions(root, *named.command)) {
      // A colon parts the word from its description.
      script += fmt::format(
          "{} ", shell_quoted(replaced(each.word, ":", R"(\:)") + ":" + each.help));
    }
    script += ") ;;\n";
  }
  script += "  esac\n  _describe 'curlew' next\n  _files\n}\n";
  return script + "compdef _curlew curlew\n";
}

// When a fish rule holds: exactly this command was typed.
std::string fish_condition(const NamedCommand& named) {
  std::string condition;
  std::string_view rest = named.path;
  rest.remove_prefix(std::min(rest.size(), rest.find(' ')));
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (!condition.empty()) condition += "; and ";
    condition += fmt::format("__fish_seen_subcommand_from {}", rest.substr(0, end));
    rest.remove_prefix(end);
  }
  return condition;
}

std::string fish_option(std::string_view condition, const OptionDoc& option) {
  std::string line = "complete -c curlew";
  if (!condition.empty()) line += fmt::format(" -n {}", quoted_for_fish(condition));
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  const std::vector<std::string> choices = option.choices();
  if (!choices.empty()) {
    line += fmt::format(" -xa {}",
                        quoted_for_fish(fmt::format("{}", fmt::join(choices, " "))));
  } else if (!option.value.empty()) {
    line += " -r";
  }
  return line + fmt::format(" -d {}\n", quoted_for_fish(option.help));
}

std::string fish_commands(const CommandDoc& command, const std::string& condition) {
  std::string lines, names;
  for (const CommandDoc& child : command.commands) names += " " + child.name;
  const std::string none_yet =
      condition.empty()
          ? "__fish_use_subcommand"
          : fmt::format("{}; and not __fish_seen_subcommand_from{}", condition, names);
  for (const CommandDoc& child : command.commands) {
    lines += fmt::format("complete -c curlew -f -n {} -a {} -d {}\n",
                         quoted_for_fish(none_yet), child.name,
                         quoted_for_fish(child.summary));
  }
  return lines;
}

std::string fish_script(const CommandDoc& root) {
  std::string script = "# fish completion of curlew\n";
  for (const NamedCommand& named : all_commands(root)) {
    const std::string condition = fish_condition(named);
    script += fish_commands(*named.command, condition);
    for (const OptionDoc& option : named.command->options) {
      script += fish_option(condition, option);
    }
    for (const OptionDoc& positional : named.command->positionals) {
      for (const std::string& choice : positional.choices()) {
        script += fmt::format("complete -c curlew -f -n {} -a {}\n",
                              quoted_for_fish(condition), choice);
      }
    }
  }
  return script;
}

}  // namespace

std::string completion_script(const CommandDoc& root, Shell shell) {
  switch (shell) {
    case Shell::kBash:
      return bash_script(root);
    case Shell::kZsh:
      return zsh_script(root);
    case Shell::kFish:
      return fish_script(root);
  }
  return {};
}

}  // namespace curlew::apps
