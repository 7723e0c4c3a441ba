#include "parse/date.h"

#include "base/ascii.h"
#include "parse/date/iso8601.h"
#include "parse/date/worded.h"

namespace curlew::parse {
namespace {

// The longest real ones have 62 bytes; more is something else behind one.
constexpr std::size_t kLongest = 128;

}  // namespace

std::optional<Time> parse_date(std::string_view text) {
  text = trimmed(trimmed(text).substr(0, kLongest));
  if (text.empty()) return std::nullopt;
  if (!is_ascii_alpha(text.front()))
    if (const auto time = parse_iso8601(text)) return time;
  return parse_worded_date(text);
}

}  // namespace curlew::parse
