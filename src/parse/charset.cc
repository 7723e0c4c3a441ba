#include "parse/charset.h"

#include <simdjson.h>
#include <uchardet/uchardet.h>
#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/ascii.h"
#include "base/bytes.h"

namespace curlew::parse {
namespace {

// So many multi-byte sequences in proper order do not come about by chance. A GBK text
// of two characters can look like UTF-8, one of eight hardly can.
constexpr std::size_t kBeyondChance = 8;

// uchardet reads no further: the beginning of a feed has its own language in it.
constexpr Bytes kDetectorBytes = 64_KiB;

struct Signature {
  std::string_view bytes;
  std::string_view charset;
  std::size_t mark_length;
};

using namespace std::string_view_literals;

// Byte order marks, then what "<" or "<?" looks like in wide charsets and in EBCDIC
// (XML 1.0 appendix F). The longer ones come first.
constexpr auto kSignatures = std::to_array<Signature>({
    {"\x00\x00\xFE\xFF"sv, "UTF-32BE", 4},
    {"\xFF\xFE\x00\x00"sv, "UTF-32LE", 4},
    {"\xEF\xBB\xBF"sv, "UTF-8", 3},
    {"\xFE\xFF"sv, "UTF-16BE", 2},
    {"\xFF\xFE"sv, "UTF-16LE", 2},
    {"\x00\x00\x00<"sv, "UTF-32BE", 0},
    {"<\x00\x00\x00"sv, "UTF-32LE", 0},
    {"\x00<\x00"sv, "UTF-16BE", 0},
    {"<\x00"sv, "UTF-16LE", 0},
    {"\x4C\x6F\xA7\x94"sv, "ibm-37", 0},
});

// Names that are written more often than they are meant: browsers read the supersets.
struct Alias {
  std::string_view label;
  std::string_view charset;
};
constexpr auto kAliases = std::to_array<Alias>({
    {"iso-8859-1", "windows-1252"},
    {"iso8859-1", "windows-1252"},
    {"latin1", "windows-1252"},
    {"latin-1", "windows-1252"},
    {"us-ascii", "windows-1252"},
    {"ascii", "windows-1252"},
    {"iso-8859-9", "windows-1254"},
    {"gb2312", "gb18030"},
    {"gbk", "gb18030"},
    {"x-gbk", "gb18030"},
    {"ks_c_5601-1987", "windows-949"},
    {"euc-kr", "windows-949"},
    {"shift_jis", "windows-31j"},
    {"x-sjis", "windows-31j"},
    {"big5", "big5-hkscs"},
    {"utf8", "UTF-8"},
});

std::string canonical_charset(std::string_view label) {
  label = trimmed(label);
  const auto alias = std::ranges::find_if(
      kAliases, [&](const Alias& a) { return equals_ignoring_case(a.label, label); });
  return std::string(alias == kAliases.end() ? label : alias->charset);
}

bool has_wide_units(std::string_view charset) {
  return starts_with_ignoring_case(charset, "utf-16") ||
         starts_with_ignoring_case(charset, "utf-32") ||
         starts_with_ignoring_case(charset, "ucs-") ||
         starts_with_ignoring_case(charset, "iso-10646");
}

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

enum class Faults { kRefuse, kReplace };

std::optional<std::string> convert(std::string_view bytes, const std::string& charset,
                                   Faults faults) {
  UErrorCode error = U_ZERO_ERROR;
  const Converter converter(ucnv_open(charset.c_str(), &error));
  if (U_FAILURE(error)) return std::nullopt;
  if (faults == Faults::kRefuse) {
    ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr,
                        nullptr, &error);
  }
  // Three bytes of UTF-8 for each byte is the most that any charset of ICU needs.
  std::string text(bytes.size() * 3 + 4, '\0');
  const auto length = ucnv_toAlgorithmic(
      UCNV_UTF8, converter.get(), text.data(), static_cast<std::int32_t>(text.size()),
      bytes.data(), static_cast<std::int32_t>(bytes.size()), &error);
  if (U_FAILURE(error)) return std::nullopt;
  text.resize(static_cast<std::size_t>(length));
  return text;
}

bool names_utf8(std::string_view label) {
  return equals_ignoring_case(canonical_charset(label), "UTF-8");
}

bool is_utf8(std::string_view bytes) {
  return simdjson::validate_utf8(bytes.data(), bytes.size());
}

// Starts of multi-byte sequences, of which UTF-8 has one a character.
std::size_t count_sequences(std::string_view bytes) {
  return static_cast<std::size_t>(std::ranges::count_if(
      bytes, [](char c) { return static_cast<unsigned char>(c) >= 0xC0; }));
}

std::size_t count_replacements(std::string_view text) {
  std::size_t count = 0;
  for (auto at = text.find("\xEF\xBF\xBD"); at != text.npos;
       at = text.find("\xEF\xBF\xBD", at + 3)) {
    ++count;
  }
  return count;
}

// UTF-8 with a fault here and there, as when a text is cut in the middle of a
// character, is better read as UTF-8 than as anything else.
std::optional<std::string> mostly_utf8(std::string_view bytes) {
  auto text = convert(bytes, "UTF-8", Faults::kReplace);
  if (text && count_replacements(*text) * 8 > count_sequences(bytes)) text.reset();
  return text;
}

struct CloseDetector {
  void operator()(uchardet_t detector) const { uchardet_delete(detector); }
};

std::string detected_charset(std::string_view bytes) {
  const std::unique_ptr<uchardet, CloseDetector> detector(uchardet_new());
  uchardet_handle_data(detector.get(), bytes.data(),
                       std::min(bytes.size(), kDetectorBytes));
  uchardet_data_end(detector.get());
  return uchardet_get_charset(detector.get());
}

// Without branches, so that has_control() can do many at once.
bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20) & (c != '\n') & (c != '\t');
}

// In blocks without a way out, which the compiler makes vector instructions of: every
// byte of every feed passes here, and byte by byte it was a third of parse_feed().
bool has_control(std::string_view text) {
  constexpr std::size_t kBlock = 64;
  for (; text.size() >= kBlock; text.remove_prefix(kBlock)) {
    unsigned char found = 0;
    for (std::size_t i = 0; i < kBlock; ++i) found |= is_control(text[i]);
    if (found != 0) return true;
  }
  return std::ranges::any_of(text, is_control);
}

// Controls have no place in text, and line ends become "\n" (XML 1.0 section 2.11).
void clean_controls(std::string& text) {
  if (!has_control(text)) return;
  char* out = text.data();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\r') {
      if (i + 1 == text.size() || text[i + 1] != '\n') *out++ = '\n';
    } else if (!is_control(c)) {
      *out++ = c;
    }
  }
  text.resize(static_cast<std::size_t>(out - text.data()));
}

std::optional<Utf8Text> by_signature(std::string_view bytes) {
  for (const Signature& signature : kSignatures) {
    if (!bytes.starts_with(signature.bytes)) continue;
    bytes.remove_prefix(signature.mark_length);
    if (signature.charset == "UTF-8" && is_utf8(bytes)) {
      return Utf8Text{std::string(bytes), "UTF-8"};
    }
    auto text = convert(bytes, std::string(signature.charset), Faults::kReplace);
    if (text) return Utf8Text{*std::move(text), std::string(signature.charset)};
  }
  return std::nullopt;
}

// "windows-1253", "ISO_8859-7:1987". ICU would take any other character for a dash.
bool is_charset_name(std::string_view label) {
  constexpr std::string_view kMarks = "-_.:+()";
  return !label.empty() && std::ranges::all_of(label, [kMarks](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || kMarks.find(c) != kMarks.npos;
  });
}

// A named charset that fits. Wide ones have been found by their signature already: an
// 8-bit text that says "utf-16" was converted by somebody who forgot the declaration.
std::optional<Utf8Text> by_name(std::string_view bytes, std::string_view label) {
  label = trimmed(label);
  if (!is_charset_name(label) || has_wide_units(label)) return std::nullopt;
  std::string charset = canonical_charset(label);
  auto text = convert(bytes, charset, Faults::kRefuse);
  if (!text) return std::nullopt;
  return Utf8Text{*std::move(text), std::move(charset)};
}

Utf8Text decode(std::string_view bytes, const CharsetHints& hints) {
  if (auto text = by_signature(bytes)) return *std::move(text);
  const bool is_proper = is_utf8(bytes);
  const auto is_other = [](auto name) { return !name.empty() && !names_utf8(name); };
  const bool names_other = is_other(hints.http) || is_other(hints.declared);
  if (is_proper && (!names_other || count_sequences(bytes) >= kBeyondChance)) {
    return {std::string(bytes), "UTF-8"};
  }
  if (auto text = by_name(bytes, hints.http)) return *std::move(text);
  if (auto text = by_name(bytes, hints.declared)) return *std::move(text);
  if (is_proper) return {std::string(bytes), "UTF-8"};
  if (auto text = mostly_utf8(bytes)) return {*std::move(text), "UTF-8"};
  if (auto text = by_name(bytes, detected_charset(bytes))) return *std::move(text);
  return {convert(bytes, "windows-1252", Faults::kReplace).value_or(""),
          "windows-1252"};
}

}  // namespace

Utf8Text to_utf8(std::string_view bytes, const CharsetHints& hints) {
  Utf8Text result = decode(bytes, hints);
  clean_controls(result.text);
  return result;
}

std::string_view charset_of_content_type(std::string_view header) {
  constexpr std::string_view kCharset = "charset";
  for (std::size_t at = 0; (at = header.find(';', at)) != header.npos;) {
    std::string_view parameter = trimmed(header.substr(++at));
    if (!starts_with_ignoring_case(parameter, kCharset)) continue;
    parameter = trimmed(parameter.substr(kCharset.size()));
    if (!parameter.starts_with('=')) continue;
    parameter = trimmed(parameter.substr(1, parameter.find(';') - 1));
    const auto is_quote = [](char c) { return c == '"' || c == '\''; };
    while (!parameter.empty() && is_quote(parameter.front()))
      parameter.remove_prefix(1);
    while (!parameter.empty() && is_quote(parameter.back())) parameter.remove_suffix(1);
    return parameter;
  }
  return {};
}

std::string_view declared_xml_encoding(std::string_view bytes) {
  std::string_view head = bytes.substr(0, 1024);
  const std::size_t begin = head.find("<?xml");
  if (begin == head.npos) return {};
  head = head.substr(begin, head.find('>', begin) - begin);
  const std::size_t name = head.find("encoding");
  if (name == head.npos) return {};
  const std::size_t open = head.find_first_of("\"'", name);
  if (open == head.npos) return {};
  const std::size_t close = head.find(head[open], open + 1);
  return close == head.npos ? std::string_view()
                            : head.substr(open + 1, close - open - 1);
}

}  // namespace curlew::parse
