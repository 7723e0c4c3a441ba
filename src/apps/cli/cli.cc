#include "apps/cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/commands.h"
#include "apps/nearest.h"
#include "base/plain_text.h"
#include "base/utf8.h"

namespace curlew::apps {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

// A command that the reference names and a later release brings: whoever types it is
// not mistaken, so no nearest name is offered.
constexpr std::string_view kLater = "doctor";

class Formatter : public CLI::Formatter {
 public:
  std::string make_footer(const CLI::App* app) const override {
    const std::string example = app->get_footer();
    return example.empty() ? "" : fmt::format("\nExample:\n  {}\n", example);
  }
};

void configure(CLI::App& app) {
  app.name("curlew");
  app.description(
      "Watches feeds, pages and data, learns when each one changes, and arrives soon "
      "after.");
  app.set_version_flag("--version", std::string("curlew ") + CURLEW_VERSION,
                       "Print the version and exit");
  app.require_subcommand(1);
  app.fallthrough();
  auto formatter = std::make_shared<Formatter>();
  formatter->column_width(34);
  formatter->label("SUBCOMMAND", "COMMAND");
  app.formatter(std::move(formatter));
}

// The subcommand that was reached, and the first word that it could not take.
struct UnknownWord {
  const CLI::App* command;
  std::string word;
};

UnknownWord unknown_word(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
  }
  const std::vector<std::string> extra = app.remaining(true);
  return {command, extra.empty() ? std::string() : unguarded(extra.front())};
}

// Options of the command, and of those it stands below.
std::string unknown_option_text(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string typed = word.substr(0, word.find('='));
  std::string text = fmt::format("{}: no such option", typed);
  const auto name = nearest(typed, views);
  return name ? fmt::format("{}; did you mean {}?", text, *name) : text;
}

Error usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto [command, word] = unknown_word(app);
  const bool is_option = word.starts_with("-");
  const bool is_group = !command->get_subcommands({}).empty();
  const bool is_whole = command->get_parent() == nullptr;
  const std::string path = is_whole ? "curlew" : "curlew " + command->get_name();
  if (is_group && !word.empty() && !is_option) {
    if (is_whole && word == kLater) {
      return {ErrorKind::kUsage, fmt::format("{}: not in this release", word)};
    }
    return {ErrorKind::kUsage, unknown_command_text(*command, path, word)};
  }
  if (is_option) return {ErrorKind::kUsage, unknown_option_text(*command, word)};
  if (is_group) {
    return {ErrorKind::kUsage, fmt::format("which command? see {} --help", path)};
  }
  return {ErrorKind::kUsage, error.what()};
}

OptionDoc describe(const CLI::Option& option) {
  OptionDoc doc;
  if (option.get_positional()) {
    doc.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_snames()) doc.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
      doc.names.push_back("--" + name);
    doc.value = option.get_expected_max() == 0 ? "" : option.get_type_name();
  }
  doc.help = option.get_description();
  doc.repeats = option.get_expected_max() > 1;
  return doc;
}

CommandDoc describe(const CLI::App& app) {
  CommandDoc doc{app.get_name(), app.get_description(), app.get_footer(), {}, {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    // Every command has --help; it is told once.
    if (option == app.get_help_ptr() && app.get_parent() != nullptr) continue;
    auto& list = option->get_positional() ? doc.positionals : doc.options;
    list.push_back(describe(*option));
  }
  for (const CLI::App* command : app.get_subcommands({})) {
    doc.commands.push_back(describe(*command));
  }
  return doc;
}

// fmt throws when a line cannot be printed; what cannot be flushed must not look good.
Result<void> run(const Invocation& invocation) {
  try {
    TRY(invocation.run());
  } catch (const std::exception& error) {
    return Error{ErrorKind::kFailed, error.what()};
  }
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_written) return {};
  return Error{ErrorKind::kFailed, "standard output cannot be written"};
}

// A word as long as a book must not hide what is wrong with it.
std::string without_middle(std::string text) {
  constexpr std::size_t kLongest = 1'000, kBegin = 300, kEnd = 600;
  if (text.size() <= kLongest) return text;
  std::size_t end = text.size() - kEnd;
  while (end < text.size() && (text[end] & 0xc0) == 0x80) ++end;  // Within a character.
  return fmt::format("{} … {}", utf8_prefix(text, kBegin), text.substr(end));
}

int report(const Error& error) {
  if (!error.text.empty()) {
    fmt::print(stderr, "curlew: {}\n", without_middle(plain_text(error.text)));
  }
  return error.kind == ErrorKind::kUsage ? kWrongUsage : kFailed;
}

}  // namespace

CommandDoc describe_command_line() {
  CLI::App app;
  Invocation invocation;
  configure(app);
  define_commands(app, invocation);
  return describe(app);
}

int run_command_line(int argc, const char* const* argv) {
  CLI::App app;
  Invocation invocation;
  configure(app);
  define_commands(app, invocation);
  try {
    // CLI11 takes them from the back.
    std::vector<std::string> arguments;
    for (int i = argc - 1; i > 0; --i) arguments.push_back(guarded(argv[i]));
    app.parse(std::move(arguments));
  } catch (const CLI::Success& asked_for_text) {
    return app.exit(asked_for_text);
  } catch (const CLI::ParseError& error) {
    return report(usage_error(app, error));
  }
  const Result<void> done = run(invocation);
  return done.ok() ? 0 : report(done.error());
}

}  // namespace curlew::apps
