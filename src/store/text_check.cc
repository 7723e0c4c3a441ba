#include "store/text_check.h"

#include <fmt/format.h>

#include <string>

#include "base/storable_text.h"

namespace curlew::store {
namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view last_name(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && is_name_char(text[begin - 1])) --begin;
  return text.substr(begin);
}

// The n-th of "a, b, c", counted from 1.
std::string_view nth_name(std::string_view list, int n) {
  for (; n > 1; --n) {
    const std::size_t comma = list.find(',');
    if (comma == std::string_view::npos) return {};
    list.remove_prefix(comma + 1);
  }
  return last_name(list.substr(0, list.find(',')));
}

}  // namespace

std::string_view column_of(std::string_view sql, int parameter) {
  const std::string name = fmt::format("${}", parameter);
  for (std::size_t at = sql.find(name); at != std::string_view::npos;
       at = sql.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end < sql.size() && sql[end] >= '0' && sql[end] <= '9') continue;
    std::string_view before = sql.substr(0, at);
    if (before.ends_with(" = ")) {
      before.remove_suffix(3);
      if (const auto column = last_name(before); !column.empty()) return column;
    }
  }
  if (!sql.starts_with("INSERT INTO ")) return {};
  const std::size_t open = sql.find('('), close = sql.find(')');
  if (open >= close || close == std::string_view::npos) return {};
  return nth_name(sql.substr(open + 1, close - open - 1), parameter);
}

// The value itself is not shown: it may be a secret.
std::optional<Error> objection_to_text(std::string_view sql, int parameter,
                                       std::string_view value) {
  const std::size_t sound = storable_prefix(value);
  if (sound == value.size()) return std::nullopt;
  constexpr std::size_t kShown = 60;
  const std::string_view column = column_of(sql, parameter);
  return Error{ErrorKind::kFailed,
               fmt::format("{}: byte {} of {} (0x{:02x}) is not UTF-8 text",
                           column.empty() ? sql.substr(0, kShown) : column, sound + 1,
                           value.size(), static_cast<unsigned char>(value[sound]))};
}

}  // namespace curlew::store
