#include "pipeline/query_title.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/plain_text.h"
#include "base/utf8.h"

namespace curlew::pipeline {
namespace {

constexpr std::size_t kMostOfQuery = 60;

// As forms have it (application/x-www-form-urlencoded).
std::string form_decoded(std::string_view value) {
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    unsigned byte = 0;
    const char* const digits = value.data() + i + 1;
    const bool is_escape =
        value[i] == '%' && i + 2 < value.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    if (is_escape) i += 2;
    text += is_escape ? char(byte) : value[i] == '+' ? ' ' : value[i];
  }
  return text;
}

std::string_view value_of(std::string_view fields, std::string_view name) {
  while (!fields.empty()) {
    const std::size_t end = std::min(fields.find('&'), fields.size());
    const std::string_view field = fields.substr(0, end);
    fields.remove_prefix(std::min(end + 1, fields.size()));
    const std::size_t equals = field.find('=');
    if (equals != field.npos && field.substr(0, equals) == name) {
      return field.substr(equals + 1);
    }
  }
  return {};
}

// "PREFIX a: <…>" and "BASE <…>" say nothing to people.
std::string_view without_prefixes(std::string_view query) {
  while (true) {
    query = trimmed(query);
    const bool is_comment = query.starts_with('#');
    const bool is_declaration = starts_with_ignoring_case(query, "prefix ") ||
                                starts_with_ignoring_case(query, "base ");
    if (!is_comment && !is_declaration) return query;
    const std::size_t end = query.find(is_comment ? '\n' : '>');
    query = end == query.npos ? std::string_view() : query.substr(end + 1);
  }
}

}  // namespace

std::string query_title(std::string_view address_query) {
  const std::string query = form_decoded(value_of(address_query, "query"));
  std::string_view text = trimmed(query);
  std::string_view comment;
  if (text.starts_with('#')) {
    comment = trimmed(text.substr(1, std::min(text.find('\n'), text.size()) - 1));
  }
  // In one line.
  std::string title = plain_text(comment.empty() ? without_prefixes(text) : comment);
  if (title.size() <= kMostOfQuery) return title;
  return std::string(trimmed(utf8_prefix(title, kMostOfQuery))) + " …";
}

}  // namespace curlew::pipeline
