#include "fetch/robots_pattern.h"

#include <cstring>

#include "base/ascii.h"

namespace curlew::fetch {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";
constexpr std::string_view kReserved = ":/?#[]@!$&'()*+,;=";  // RFC 3986 §2.2

bool is_unreserved(char c) {  // RFC 3986 §2.3
  return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '.' || c == '_' ||
         c == '~';
}

int hex_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = to_ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The octet that "%XX" at the beginning of `text` stands for; -1 where there is none.
int escaped_octet(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return -1;
  const int high = hex_value(text[1]);
  const int low = hex_value(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

void append_escape(std::string& out, int octet) {
  out += {'%', kHexDigits[static_cast<unsigned>(octet) >> 4], kHexDigits[octet & 15]};
}

enum class Side { kPattern, kPath };

class Comparable {
 public:
  Comparable(Side side, Escapes escapes) : side_(side), escapes_(escapes) {}

  std::string of(std::string_view text) {
    out_.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (const int octet = escaped_octet(text.substr(i)); octet >= 0) {
        append_octet(octet);
        i += 2;
      } else {
        append_char(text[i], i + 1 == text.size());
      }
    }
    return std::move(out_);
  }

 private:
  void append_octet(int octet) {
    if (escapes_ == Escapes::kDecoded && is_unreserved(static_cast<char>(octet))) {
      out_ += static_cast<char>(octet);
    } else {
      append_escape(out_, octet);
    }
  }

  void append_char(char c, bool is_last) {
    if (stays(c, is_last)) {
      out_ += c;
    } else {
      append_escape(out_, static_cast<unsigned char>(c));
    }
  }

  bool stays(char c, bool is_last) const {
    // Where they have no special meaning they are what "%2A" and "%24" match (§2.2.3).
    if (c == '*') return side_ == Side::kPattern;
    if (c == '$') return side_ == Side::kPattern && is_last;
    if ((c & 0x80) != 0) {
      return side_ == Side::kPath && escapes_ == Escapes::kAsWritten;
    }
    return is_unreserved(c) || c == '%' || kReserved.find(c) != kReserved.npos;
  }

  Side side_;
  Escapes escapes_;
  std::string out_;
};

// Where `piece` is in `text` at or after `from`; npos when it is not. Not
// string_view::find, whose worst case is the product of the lengths: memmem's is
// linear.
std::size_t find_from(std::string_view text, std::string_view piece, std::size_t from) {
  const void* const at =
      memmem(text.data() + from, text.size() - from, piece.data(), piece.size());
  if (at == nullptr) return text.npos;
  return static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

}  // namespace

std::string comparable_pattern(std::string_view pattern, Escapes escapes) {
  return Comparable(Side::kPattern, escapes).of(pattern);
}

std::string comparable_path(std::string_view path, Escapes escapes) {
  return Comparable(Side::kPath, escapes).of(path);
}

// The pieces between the "*" are looked for from left to right. Taking the first place
// of each leaves the most room for the next, so nothing is ever tried twice.
bool matches_pattern(std::string_view pattern, std::string_view path) {
  const bool is_anchored = pattern.ends_with('$');
  if (is_anchored) pattern.remove_suffix(1);

  std::size_t star = pattern.find('*');
  const std::string_view head = pattern.substr(0, star);
  if (!path.starts_with(head)) return false;
  if (star == pattern.npos) return !is_anchored || path.size() == head.size();

  std::size_t at = head.size();
  for (pattern.remove_prefix(star + 1); (star = pattern.find('*')) != pattern.npos;
       pattern.remove_prefix(star + 1)) {
    const std::size_t found = find_from(path, pattern.substr(0, star), at);
    if (found == path.npos) return false;
    at = found + star;
  }
  if (!is_anchored) return find_from(path, pattern, at) != path.npos;
  return path.size() - at >= pattern.size() && path.ends_with(pattern);
}

}  // namespace curlew::fetch
