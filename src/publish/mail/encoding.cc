#include "publish/mail/encoding.h"

#include <sodium.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"

namespace curlew::publish {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::size_t kLine = 76;  // RFC 2045 §6.7, RFC 2047 §2.
constexpr std::string_view kWordBegin = "=?utf-8?B?";
constexpr std::string_view kWordEnd = "?=";

std::string base64(std::string_view bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
  std::string text(sodium_base64_ENCODED_LEN(bytes.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(),
                    reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    kVariant);
  text.pop_back();  // Its NUL.
  return text;
}

bool is_printable(char c) { return c >= ' ' && c <= '~'; }

// No word holds half a character: a reader may decode each for itself.
std::string encoded_words(std::string_view text, std::size_t name_length) {
  std::string out;
  // The line begins with the name and ": ".
  std::size_t used = name_length + 2;
  while (!text.empty()) {
    const std::size_t room =
        kLine - std::min(used + kWordBegin.size() + kWordEnd.size(), kLine - 8);
    const std::string_view piece = utf8_prefix(text, room / 4 * 3);
    if (!out.empty()) out.append(kLineEnd).append(" ");
    out.append(kWordBegin).append(base64(piece)).append(kWordEnd);
    text.remove_prefix(piece.size());
    used = 1;
  }
  return out;
}

void append_quoted(std::string& out, unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  out += '=';
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

std::string quoted_printable(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  std::size_t line = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      out += kLineEnd;
      line = 0;
      continue;
    }
    // White space at the end of a line is lost on the way; "From " at its beginning is
    // changed by some.
    const bool is_last = i + 1 == text.size() || text[i + 1] == '\n';
    const bool stands_for_itself = is_printable(c) && c != '=' &&
                                   !(c == ' ' && is_last) && !(line == 0 && c == 'F') &&
                                   !(line == 0 && c == '.');
    const std::size_t needed = stands_for_itself ? 1 : 3;
    if (line + needed > kLine - 1) {
      out.append("=").append(kLineEnd);
      line = 0;
    }
    if (stands_for_itself) {
      out += c;
    } else {
      append_quoted(out, static_cast<unsigned char>(c));
    }
    line += needed;
  }
  if (line > 0) out += kLineEnd;
  return out;
}

std::string base64_lines(std::string_view text) {
  std::string whole;
  whole.reserve(text.size() + text.size() / 16);
  for (const char c : text) {
    if (c == '\n') {
      whole += kLineEnd;
    } else {
      whole += c;
    }
  }
  std::string out;
  for (std::size_t at = 0; at < whole.size(); at += kLine / 4 * 3) {
    out += base64(std::string_view(whole).substr(at, kLine / 4 * 3));
    out += kLineEnd;
  }
  return out;
}

}  // namespace

std::string encoded_header_text(std::string_view text, std::size_t name_length) {
  const bool is_plain = std::ranges::all_of(text, is_printable) &&
                        text.find("=?") == text.npos &&
                        text.size() + name_length + 2 <= kLine;
  return is_plain ? std::string(text) : encoded_words(text, name_length);
}

std::string encoded_phrase(std::string_view text, std::size_t name_length) {
  const bool is_plain =
      text.size() + name_length + 2 <= kLine && std::ranges::all_of(text, [](char c) {
        return is_ascii_alpha(c) || is_ascii_digit(c) || c == ' ';
      });
  return is_plain ? std::string(text) : encoded_words(text, name_length);
}

EncodedBody encoded_body(std::string_view text) {
  const auto foreign = std::ranges::count_if(
      text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  if (std::size_t(foreign) * 4 > text.size()) return {"base64", base64_lines(text)};
  return {"quoted-printable", quoted_printable(text)};
}

}  // namespace curlew::publish
