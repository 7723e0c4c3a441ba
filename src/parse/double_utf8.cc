#include "parse/double_utf8.h"

#include <simdjson.h>

#include <cstdint>
#include <string_view>

namespace curlew::parse {
namespace {

constexpr int kLeastWitnesses = 3;
constexpr int kOddOnesPerHundred = 5;

std::uint8_t byte(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}

// U+0080 ... U+00FF: the characters that stand for bytes beyond ASCII.
bool stands_for_byte(std::string_view text, std::size_t at) {
  return at + 1 < text.size() && (byte(text, at) == 0xC2 || byte(text, at) == 0xC3);
}

bool is_control(std::string_view text, std::size_t at) {
  return byte(text, at) == 0xC2 && byte(text, at + 1) < 0xA0;
}

// How many bytes a character has that begins with this one; 0: none begins so.
std::size_t length_by(std::uint8_t lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

// The character at `at` that was encoded twice, as it was; empty where there is none.
std::string once_encoded(std::string_view text, std::size_t at) {
  const auto original = [&](std::size_t place) {
    return static_cast<char>(byte(text, place) == 0xC3 ? byte(text, place + 1) | 0x40
                                                       : byte(text, place + 1));
  };
  const std::size_t length = length_by(
      static_cast<std::uint8_t>(stands_for_byte(text, at) ? original(at) : 0));
  std::string character;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t place = at + 2 * i;
    if (!stands_for_byte(text, place)) return {};
    character += original(place);
    if (i > 0 && (character.back() & 0xC0) != 0x80) return {};
  }
  // Surrogates and forms that are too long look like characters, but are none.
  if (!simdjson::validate_utf8(character)) return {};
  return character;
}

struct Signs {
  int witnesses = 0;  // Characters encoded twice, with a control character in them.
  int pairs = 0;      // All that look as if encoded twice.
  int odd_ones = 0;   // What would not be there if all were.
};

Signs signs_in(std::string_view text) {
  Signs signs;
  for (std::size_t at = 0; at < text.size();) {
    if (byte(text, at) < 0x80) {
      ++at;
    } else if (const std::string character = once_encoded(text, at);
               !character.empty()) {
      bool has_control = false;
      for (std::size_t i = 1; i < character.size(); ++i)
        has_control |= is_control(text, at + 2 * i);
      signs.witnesses += has_control;
      ++signs.pairs;
      at += 2 * character.size();
    } else {
      ++signs.odd_ones;
      do ++at;
      while (at < text.size() && (byte(text, at) & 0xC0) == 0x80);
    }
  }
  return signs;
}

// Most texts have none, and need no closer look.
bool has_c1_control(std::string_view text) {
  for (std::size_t at = text.find('\xC2'); at != text.npos;
       at = text.find('\xC2', at + 1))
    if (at + 1 < text.size() && is_control(text, at)) return true;
  return false;
}

}  // namespace

bool undo_double_utf8(std::string& text) {
  if (!has_c1_control(text)) return false;
  const Signs signs = signs_in(text);
  if (signs.witnesses < kLeastWitnesses ||
      signs.odd_ones * 100 > signs.pairs * kOddOnesPerHundred)
    return false;
  std::string undone;
  undone.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::string character =
        byte(text, at) < 0x80 ? std::string() : once_encoded(text, at);
    undone += character.empty() ? std::string(1, text[at]) : character;
    at += character.empty() ? 1 : 2 * character.size();
  }
  text = std::move(undone);
  return true;
}

}  // namespace curlew::parse
