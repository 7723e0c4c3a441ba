#include "base/markup_escape.h"

#include <array>

namespace curlew {
namespace {

// Empty: the character stands for itself.
std::string_view reference_for(char c, MarkupPlace place) {
  const bool keeps_space = place == MarkupPlace::kAttribute;
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\t':
      return keeps_space ? "&#9;" : "";
    case '\n':
      return keeps_space ? "&#10;" : "";
    case '\r':
      return keeps_space ? "&#13;" : "";
    default:
      return "";
  }
}

bool is_writable(char c) {
  return static_cast<unsigned char>(c) >= ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Stands for itself everywhere. Runs of these, nearly all of a text, are copied whole.
constexpr auto kIsPlain = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = ' '; c < table.size(); ++c) table[c] = true;
  for (const char c : {'&', '<', '>', '"', '\''}) table[std::size_t(c)] = false;
  return table;
}();

}  // namespace

void append_escaped_markup(std::string& out, std::string_view text, MarkupPlace place) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (kIsPlain[static_cast<unsigned char>(c)]) continue;
    out.append(text, done, i - done);
    done = i + 1;
    if (const std::string_view reference = reference_for(c, place);
        !reference.empty()) {
      out += reference;
    } else if (is_writable(c)) {
      out += c;
    }
  }
  out.append(text, done);
}

std::string escaped_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  append_escaped_markup(out, text);
  return out;
}

}  // namespace curlew
