#include "apps/cli/flags.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "apps/cli/commands.h"

namespace curlew::apps {
namespace {

constexpr char kGuard = '\x01';

// What is wrong with the number of an article; "" when nothing is, as CLI11 wants it.
std::string why_not_article_number(const std::string& word) {
  std::int64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc() && rest == end && number > 0) return {};
  return fmt::format("{} is not the number of an article; curlew articles lists them",
                     word);
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

void add_either(CLI::App& command, const std::string& name, std::optional<bool>& is_on,
                const std::string& help, const std::string& help_of_no) {
  CLI::Option* yes = command.add_flag_callback(
      "--" + name, [&is_on] { is_on = true; }, help);
  command
      .add_flag_callback(
          "--no-" + name, [&is_on] { is_on = false; }, help_of_no)
      ->excludes(yes);
}

CLI::Validator is_article_number() {
  return CLI::Validator(why_not_article_number, "");
}

void add_json(CLI::App& command, bool& json) {
  add_switch(command, "--json", json, "Print JSON, one object a line");
}

}  // namespace curlew::apps
