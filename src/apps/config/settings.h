// The one table of settings: it reads, checks, writes and documents the configuration.
// A new setting is a member of Config and a row in settings.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "apps/config/config.h"
#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"

namespace curlew::apps {

// The types a setting can have: where its value lives, and what it may be.
struct FlagSlot {
  bool* value;
};
struct TextSlot {
  std::string* value;
  // Why a text cannot be the value, or empty.
  std::string_view (*objection)(std::string_view text);
};
struct ChoiceSlot {
  std::string* value;
  std::vector<std::string_view> names;
};
struct CountSlot {
  std::variant<int*, std::size_t*, std::uint16_t*> value;
  std::int64_t low, high;
};
struct NumberSlot {
  double* value;
  double low, high;
};
struct DurationSlot {
  Milliseconds* value;
  Milliseconds low, high;
};
struct SizeSlot {
  Bytes* value;
  Bytes low, high;
};
struct AddressesSlot {
  std::vector<http::AddressRange>* value;
};
struct FilesSlot {
  std::vector<std::string>* value;
};
// A program and its arguments.
struct WordsSlot {
  std::vector<std::string>* value;
};

using Slot = std::variant<FlagSlot, TextSlot, ChoiceSlot, CountSlot, NumberSlot,
                          DurationSlot, SizeSlot, AddressesSlot, FilesSlot, WordsSlot>;

struct Setting {
  std::string_view section;
  std::string_view key;
  Slot slot;
  std::string_view help;
};

// In the order of the file. The slots point into `config`.
std::vector<Setting> settings_of(Config& config);

// What a section is about; empty for a section that does not exist.
std::string_view section_help(std::string_view section);

// The value that a slot holds, as it stands in the file: `"2s"`, `true`, `[]`.
std::string value_in_file(const Slot& slot);
// What a slot takes, for people: "duration, 0s to 1h".
std::string describe_slot(const Slot& slot);

// Sections in the order of the table, each with its settings.
struct SettingsSection {
  std::string_view name;
  std::vector<Setting> settings;
};
std::vector<SettingsSection> sections_of(Config& config);

}  // namespace curlew::apps
