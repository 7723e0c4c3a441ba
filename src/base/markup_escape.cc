#include "base/markup_escape.h"

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

}  // namespace

void append_escaped_markup(std::string& out, std::string_view text, MarkupPlace place) {
  for (const char c : text) {
    if (const std::string_view reference = reference_for(c, place);
        !reference.empty()) {
      out += reference;
    } else if (is_writable(c)) {
      out += c;
    }
  }
}

std::string escaped_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  append_escaped_markup(out, text);
  return out;
}

}  // namespace curlew
