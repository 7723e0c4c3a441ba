// The standard's percent-encode sets and forbidden code points, one bit each, and the
// percent-encoding that uses them (https://url.spec.whatwg.org/#percent-encoded-bytes).

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace curlew::url {

enum CodePointSet : std::uint8_t {
  kControlSet = 1,
  kFragmentSet = 2,
  kQuerySet = 4,
  kSpecialQuerySet = 8,
  kPathSet = 16,
  kUserinfoSet = 32,
  kForbiddenInHost = 64,
  kForbiddenInDomain = 128,
};

namespace code_points_internal {

using Table = std::array<std::uint8_t, 256>;

constexpr void add(Table& table, std::string_view chars, unsigned sets) {
  for (const char c : chars) table[static_cast<std::uint8_t>(c)] |= sets;
}

constexpr Table make_table() {
  Table table{};
  for (unsigned c = 0; c < 256; ++c) {
    const bool is_control = c < 0x20 || c == 0x7F;
    if (is_control || c > 0x7F) {
      table[c] |= kControlSet | kFragmentSet | kQuerySet | kSpecialQuerySet | kPathSet |
                  kUserinfoSet;
    }
    if (is_control) table[c] |= kForbiddenInDomain;
  }
  add(table, " \"<>`", kFragmentSet);
  add(table, " \"#<>", kQuerySet | kSpecialQuerySet | kPathSet | kUserinfoSet);
  add(table, "'", kSpecialQuerySet);
  add(table, "?^`{}", kPathSet | kUserinfoSet);
  add(table, "/:;=@[\\]|", kUserinfoSet);
  add(table, std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17),
      kForbiddenInHost | kForbiddenInDomain);
  add(table, "%", kForbiddenInDomain);
  return table;
}

inline constexpr Table kTable = make_table();

}  // namespace code_points_internal

inline constexpr bool is_in(CodePointSet set, char c) {
  return (code_points_internal::kTable[static_cast<std::uint8_t>(c)] & set) != 0;
}

bool contains_any_of(CodePointSet set, std::string_view text);

// Appends `text` with every byte of `set` written as %XX.
void append_percent_encoded(std::string& out, std::string_view text, CodePointSet set);

std::string percent_decoded(std::string_view text);

bool is_ascii(std::string_view text);

// The text with each ill-formed sequence replaced by U+FFFD, as "UTF-8 decode" does.
std::string to_well_formed_utf8(std::string_view text);

}  // namespace curlew::url
