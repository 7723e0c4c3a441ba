#include "apps/config/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <variant>

#include "apps/config/settings.h"
#include "apps/nearest.h"
#include "apps/whole_file.h"
#include "base/toml.h"
#include "base/units.h"

namespace curlew::apps {
namespace {

// What is wrong with a value, without where; nullopt when it was taken.
using Complaint = std::optional<std::string>;

std::string found(const toml::node& node) {
  if (const auto* text = node.as_string()) return fmt::format("\"{}\"", text->get());
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* number = node.as_floating_point()) {
    return fmt::format("{}", number->get());
  }
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (node.is_array()) return "a list";
  return node.is_table() ? "a table" : "a date or time";
}

Complaint not_a(const toml::node& node, std::string_view what,
                std::string_view such_as) {
  return fmt::format("{} is not {} such as {}", found(node), what, such_as);
}

template <typename T, typename Write>
Complaint assign_in_range(T value, T low, T high, T& target, const toml::node& node,
                          Write write) {
  if (value < low || value > high) {
    return fmt::format("{} is not between {} and {}", found(node), write(low),
                       write(high));
  }
  target = value;
  return std::nullopt;
}

// Puts the value of one node into the slot of its setting.
struct Assign {
  const toml::node& node;

  Complaint operator()(const FlagSlot& slot) const {
    const auto* flag = node.as_boolean();
    if (!flag) return fmt::format("{} is not true or false", found(node));
    *slot.value = flag->get();
    return std::nullopt;
  }

  Complaint operator()(const TextSlot& slot) const {
    const auto* text = node.as_string();
    if (!text) return fmt::format("{} is not text in quotes", found(node));
    if (const std::string_view objection = slot.objection(text->get());
        !objection.empty()) {
      return fmt::format("{} {}", found(node), objection);
    }
    *slot.value = text->get();
    return std::nullopt;
  }

  Complaint operator()(const ChoiceSlot& slot) const {
    const auto* text = node.as_string();
    for (std::string_view name : slot.names) {
      if (!text || text->get() != name) continue;
      *slot.value = name;
      return std::nullopt;
    }
    std::string complaint =
        fmt::format("{} is not {}", found(node), describe_slot(slot));
    const auto meant = text ? nearest(text->get(), slot.names) : std::nullopt;
    if (meant) complaint += fmt::format("; did you mean \"{}\"?", *meant);
    return complaint;
  }

  Complaint operator()(const CountSlot& slot) const {
    const auto* number = node.as_integer();
    if (!number) return fmt::format("{} is not a whole number", found(node));
    std::int64_t value = 0;
    Complaint complaint =
        assign_in_range(number->get(), slot.low, slot.high, value, node,
                        [](std::int64_t n) { return std::to_string(n); });
    if (complaint) return complaint;
    std::visit(
        [value](auto* target) {
          *target = static_cast<std::remove_reference_t<decltype(*target)>>(value);
        },
        slot.value);
    return std::nullopt;
  }

  Complaint operator()(const NumberSlot& slot) const {
    const std::optional<double> number =
        node.is_number() ? node.value<double>() : std::nullopt;
    // A NaN is in no range, but no comparison says so.
    if (!number || *number != *number) {
      return fmt::format("{} is not a number", found(node));
    }
    return assign_in_range(*number, slot.low, slot.high, *slot.value, node,
                           [](double n) { return fmt::format("{}", n); });
  }

  Complaint operator()(const DurationSlot& slot) const {
    const auto* text = node.as_string();
    const auto duration = text ? parse_duration(text->get()) : std::nullopt;
    if (!duration) return not_a(node, "a duration", "\"10m\", \"2s\" or \"1h30m\"");
    return assign_in_range(*duration, slot.low, slot.high, *slot.value, node,
                           [](Milliseconds d) { return duration_to_text(d); });
  }

  Complaint operator()(const SizeSlot& slot) const {
    const auto* text = node.as_string();
    const auto size = text ? parse_size(text->get()) : std::nullopt;
    if (!size) return not_a(node, "a size", "\"512KiB\" or \"32MiB\"");
    return assign_in_range(*size, slot.low, slot.high, *slot.value, node, size_to_text);
  }

  Complaint operator()(const AddressesSlot& slot) const {
    const auto* list = node.as_array();
    if (!list) return not_a(node, "a list", "[\"10.1.0.0/16\"]");
    std::vector<http::AddressRange> ranges;
    for (const toml::node& element : *list) {
      const auto* text = element.as_string();
      if (!text) return not_a(element, "a network", "\"10.1.0.0/16\"");
      auto range = http::parse_address_range(text->get());
      if (!range) return range.error().text;
      ranges.push_back(*std::move(range));
    }
    *slot.value = std::move(ranges);
    return std::nullopt;
  }

  Complaint operator()(const FilesSlot& slot) const {
    const auto* list = node.as_array();
    if (!list) return not_a(node, "a list", "[\"/path/to/file\"]");
    std::vector<std::string> files;
    for (const toml::node& element : *list) {
      const auto* text = element.as_string();
      if (!text || text->get().empty()) return not_a(element, "a file", "\"file.dat\"");
      std::error_code error;
      if (!std::filesystem::is_regular_file(text->get(), error)) {
        return fmt::format("{} is not a file that is there", found(element));
      }
      files.push_back(text->get());
    }
    *slot.value = std::move(files);
    return std::nullopt;
  }

  Complaint operator()(const WordsSlot& slot) const {
    const auto* list = node.as_array();
    if (!list) return not_a(node, "a list", "[\"/usr/bin/notify\", \"--quiet\"]");
    std::vector<std::string> words;
    for (const toml::node& element : *list) {
      const auto* text = element.as_string();
      const bool is_word = text && text->get().find('\0') == std::string::npos;
      if (!is_word || (words.empty() && text->get().empty())) {
        return not_a(element, "a word", "\"--quiet\"");
      }
      words.push_back(text->get());
    }
    *slot.value = std::move(words);
    return std::nullopt;
  }
};

// Collects what is wrong, to tell the first in the order of the file.
class Complaints {
 public:
  void add(const toml::source_region& where, std::string text) {
    if (first_ && first_->line <= where.begin.line) return;
    first_ = Found{where.begin.line, std::move(text)};
  }

  Result<void> result(std::string_view file) const {
    if (!first_) return {};
    return Error{ErrorKind::kUsage,
                 fmt::format("{}:{}: {}", file, first_->line, first_->text)};
  }

 private:
  struct Found {
    toml::source_index line;
    std::string text;
  };
  std::optional<Found> first_;
};

std::string unknown_text(std::string_view what, std::string_view path,
                         std::string_view name,
                         const std::vector<std::string_view>& known) {
  std::string text = fmt::format("{}: unknown {}", path, what);
  if (const auto meant = nearest(name, known)) {
    text += fmt::format("; did you mean {}?", *meant);
  }
  return text;
}

void read_section(const toml::table& table, const SettingsSection& section,
                  Complaints& complaints) {
  for (const auto& [key, node] : table) {
    const std::string path = fmt::format("{}.{}", section.name, key.str());
    const Setting* setting = nullptr;
    std::vector<std::string_view> known;
    for (const Setting& candidate : section.settings) {
      if (candidate.key == key.str()) setting = &candidate;
      known.push_back(candidate.key);
    }
    if (!setting) {
      complaints.add(key.source(), unknown_text("key", path, key.str(), known));
    } else if (const Complaint complaint = std::visit(Assign{node}, setting->slot)) {
      complaints.add(node.source(), fmt::format("{}: {}", path, *complaint));
    }
  }
}

void read_file(const toml::table& file, const std::vector<SettingsSection>& sections,
               Complaints& complaints) {
  std::vector<std::string_view> known;
  known.reserve(sections.size());
  for (const SettingsSection& section : sections) known.push_back(section.name);
  for (const auto& [key, node] : file) {
    const auto section = std::ranges::find(sections, key.str(), &SettingsSection::name);
    if (section == sections.end()) {
      complaints.add(key.source(),
                     unknown_text("section", key.str(), key.str(), known));
    } else if (const toml::table* table = node.as_table()) {
      read_section(*table, *section, complaints);
    } else {
      complaints.add(key.source(), fmt::format("{0}: {1} is not a section; write [{0}]",
                                               key.str(), found(node)));
    }
  }
}

}  // namespace

Result<Config> parse_config(std::string_view text, std::string_view name) {
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{}:{}: {}", name, parsed.error().source().begin.line,
                             parsed.error().description())};
  }
  Config config;
  Complaints complaints;
  read_file(parsed.table(), sections_of(config), complaints);
  // Terminals that are processes of their own are not counted here.
  if (config.archive.copies > config.terminals.count && config.broker.url.empty()) {
    complaints.add(parsed.table()["archive"]["copies"].node()->source(),
                   fmt::format("archive.copies: {} copies need as many terminals; set "
                               "terminals.count to 2 or more",
                               config.archive.copies));
  }
  TRY(complaints.result(name));
  return config;
}

Result<Config> load_config(const std::string& path) {
  constexpr Bytes kLargestFile = 1_MiB;
  const auto text = read_whole_file(path, kLargestFile);
  if (!text) return Error{ErrorKind::kUsage, text.error().text};
  TRY_ASSIGN(Config config, parse_config(*text, path));
  config.file = path;
  return config;
}

std::string user_agent_of(const Config& config) {
  if (!config.fetch.user_agent.empty()) return config.fetch.user_agent;
  if (config.fetch.contact.empty()) return "curlew/" CURLEW_VERSION;
  return fmt::format("curlew/" CURLEW_VERSION " (+{})", config.fetch.contact);
}

}  // namespace curlew::apps
