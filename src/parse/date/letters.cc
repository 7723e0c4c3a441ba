#include "parse/date/letters.h"

#include <algorithm>
#include <array>

namespace curlew::parse {
namespace {

constexpr auto kUnits = std::to_array<Unit>({
    {"년", DatePart::kYear, Language::kKorean},
    {"월", DatePart::kMonth, Language::kKorean},
    {"일", DatePart::kDay, Language::kKorean},
    {"시", DatePart::kHour, Language::kKorean},
    {"분", DatePart::kMinute, Language::kKorean},
    {"초", DatePart::kSecond, Language::kKorean},
    {"年", DatePart::kYear, Language::kOther},
    {"月", DatePart::kMonth, Language::kOther},
    {"日", DatePart::kDay, Language::kOther},
    {"時", DatePart::kHour, Language::kOther},
    {"时", DatePart::kHour, Language::kOther},
    {"分", DatePart::kMinute, Language::kOther},
    {"秒", DatePart::kSecond, Language::kOther},
});

// No-break spaces, dashes, quotation marks and the ideographic space and comma.
constexpr auto kWideSeparators =
    std::to_array<std::string_view>({"\u00A0", "\u2009", "\u2013", "\u2014", "\u2019",
                                     "\u202F", "\u3000", "\u3001", "\uFF0C"});

// "a.m", "America/New_York", "America/Port-au-Prince": signs inside a word.
bool is_inner_sign(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size() || !is_letter(text[at + 1])) return false;
  switch (text[at]) {
    case '/':
    case '_':
      return true;
    case '-':
      return text.substr(0, at).find('/') != text.npos;
    case '.':
      return at == 1 || (at == 2 && is_wide(text[0]));
    default:
      return false;
  }
}

bool goes_on(std::string_view text, std::size_t at) {
  if (is_ascii_alpha(text[at])) return true;
  if (is_wide(text[at])) return wide_separator_length(text.substr(at)) == 0;
  return is_inner_sign(text, at);
}

// "EST5EDT" and "Etc/GMT+5": the POSIX names, which hold digits.
std::size_t posix_ending(std::string_view text, std::size_t at) {
  const auto digit = [&](std::size_t i) {
    return i < text.size() && is_ascii_digit(text[i]);
  };
  if (at == 3 && digit(at) && at + 3 < text.size() &&
      std::ranges::all_of(text.substr(at + 1, 3), is_ascii_alpha))
    return 4;
  if (!text.starts_with("Etc/") || at >= text.size()) return 0;
  if ((text[at] != '+' && text[at] != '-') || !digit(at + 1)) return 0;
  return digit(at + 2) ? 3 : 2;
}

}  // namespace

std::size_t wide_separator_length(std::string_view text) {
  for (const std::string_view separator : kWideSeparators)
    if (text.starts_with(separator)) return separator.size();
  return 0;
}

std::string_view take_word(std::string_view& text) {
  std::size_t end = 1;
  while (end < text.size() && goes_on(text, end)) ++end;
  end += posix_ending(text, end);
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

const Unit* take_unit(std::string_view& text) {
  if (text.empty() || !is_wide(text.front())) return nullptr;
  for (const Unit& unit : kUnits) {
    if (!text.starts_with(unit.sign)) continue;
    text.remove_prefix(unit.sign.size());
    return &unit;
  }
  return nullptr;
}

void skip_ordinal_ending(std::string_view& text) {
  static constexpr auto kEndings =
      std::to_array<std::string_view>({"st", "nd", "rd", "th", "er", "º"});
  if (text.empty() || !is_letter(text.front())) return;
  for (const std::string_view ending : kEndings) {
    const bool is_whole =
        text.size() <= ending.size() || !is_letter(text[ending.size()]);
    if (!is_whole || !starts_with_ignoring_case(text, ending)) continue;
    text.remove_prefix(ending.size());
    return;
  }
}

bool is_filler(std::string_view folded) {
  static constexpr auto kFillers = std::to_array<std::string_view>(
      {"at", "de", "del", "den", "klo", "le", "of", "on", "the", "uhr", "um", "г"});
  return std::ranges::find(kFillers, folded) != kFillers.end();
}

}  // namespace curlew::parse
