#include "apps/config/config_text.h"

#include <fmt/format.h>

#include <string_view>

#include "apps/config/settings.h"

namespace curlew::apps {
namespace {

// `text` in lines of at most `width`, each behind "# ".
std::string as_comment(std::string_view text, std::size_t width = 84) {
  std::string out;
  while (!text.empty()) {
    std::size_t length = text.size();
    if (length > width) {
      const std::size_t space = text.rfind(' ', width);
      length = space == text.npos ? width : space;
    }
    out += fmt::format("# {}\n", text.substr(0, length));
    text.remove_prefix(length);
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  return out;
}

constexpr std::string_view kFileHead =
    "# Curlew's configuration. Every line is optional: what stands here behind a # is\n"
    "# the default. A wrong key, type or value is an error that names its line.\n";

constexpr std::string_view kPageHead =
    "# Configuration\n"
    "\n"
    "Curlew runs without any. `curlew init` writes a `curlew.toml` with every setting "
    "at\n"
    "its default, commented out; `--config FILE` names another file, and without it\n"
    "`./curlew.toml` is read if it is there. A wrong key, type or value is an error "
    "that\n"
    "names file, line and key, and exit code 2:\n"
    "\n"
    "```\n"
    "curlew: curlew.toml:12: fetch.host_dealy: unknown key; did you mean host_delay?\n"
    "```\n"
    "\n"
    "Durations are text such as `\"2s\"`, `\"10m\"` or `\"1h30m\"` (units ms, s, m, h, "
    "d);\n"
    "sizes are text such as `\"512KiB\"` or `\"32MiB\"` (units B, KiB, MiB, GiB).\n"
    "\n"
    "This page is made from the table that reads the file "
    "(`src/apps/config/settings.cc`).\n";

}  // namespace

std::string commented_config() {
  Config defaults;
  std::string file(kFileHead);
  for (const SettingsSection& section : sections_of(defaults)) {
    file +=
        fmt::format("\n{}[{}]\n", as_comment(section_help(section.name)), section.name);
    for (const Setting& setting : section.settings) {
      file += fmt::format("\n{}# ({})\n# {} = {}\n", as_comment(setting.help),
                          describe_slot(setting.slot), setting.key,
                          value_in_file(setting.slot));
    }
  }
  return file;
}

std::string configuration_page() {
  Config defaults;
  std::string page(kPageHead);
  for (const SettingsSection& section : sections_of(defaults)) {
    page += fmt::format(
        "\n## `[{}]`\n{}\n\n| key | default | takes | what it does |\n"
        "|---|---|---|---|\n",
        section.name, section_help(section.name));
    for (const Setting& setting : section.settings) {
      page += fmt::format("| `{}` | `{}` | {} | {} |\n", setting.key,
                          value_in_file(setting.slot), describe_slot(setting.slot),
                          setting.help);
    }
  }
  return page;
}

}  // namespace curlew::apps
