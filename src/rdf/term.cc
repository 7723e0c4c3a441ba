#include "rdf/term.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/ascii.h"
#include "rdf/iri.h"

namespace curlew::rdf {
namespace {

bool must_be_escaped(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F || c == '"' || c == '\\';
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '\b':
      out += "\\b";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\r':
      out += "\\r";
      return;
    case '"':
    case '\\':
      out.append({'\\', c});
      return;
    default:
      out += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
  }
}

}  // namespace

void append_quoted(std::string& out, std::string_view value) {
  out += '"';
  while (!value.empty()) {
    const auto stop = std::ranges::find_if(value, must_be_escaped);
    const auto plain = static_cast<std::size_t>(stop - value.begin());
    out += value.substr(0, plain);
    if (plain < value.size()) append_escaped(out, value[plain]);
    value.remove_prefix(std::min(plain + 1, value.size()));
  }
  out += '"';
}

std::string iri_text(std::string_view iri) {
  std::string text = "<";
  text.reserve(iri.size() + 2);
  if (has_only_iri_characters(iri)) return text.append(iri).append(">");
  for (const char c : iri) {
    if (has_only_iri_characters({&c, 1})) {
      text += c;
    } else {
      text += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
    }
  }
  return text += '>';
}

bool is_language(std::string_view language) {
  bool is_first = true;
  while (true) {
    const std::string_view part = language.substr(0, language.find('-'));
    if (part.empty() || part.size() > 8) return false;
    for (const char c : part)
      if (!is_ascii_alpha(c) && (is_first || !is_ascii_digit(c))) return false;
    if (part.size() == language.size()) return true;
    language.remove_prefix(part.size() + 1);
    is_first = false;
  }
}

std::string blank_text(std::string_view label) {
  return std::string("_:").append(label);
}

std::string literal_text(std::string_view value, std::string_view language,
                         std::string_view datatype) {
  std::string text;
  append_quoted(text, value);
  if (!language.empty()) {
    text.append("@").append(language);
  } else if (!datatype.empty() &&
             datatype != "http://www.w3.org/2001/XMLSchema#string") {
    text.append("^^<").append(datatype).append(">");
  }
  return text;
}

}  // namespace curlew::rdf
