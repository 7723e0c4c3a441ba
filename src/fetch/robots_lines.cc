#include "fetch/robots_lines.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"

namespace curlew::fetch {
namespace {

// What follows in a longer line is not read. Google's parser has the same limit, eight
// times the longest address that browsers once took.
constexpr std::size_t kLongestLine = 8 * 2'083 - 1;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::array<std::pair<std::string_view, RobotsKey>, 11> kKeys{{
    {"user-agent", RobotsKey::kUserAgent},
    {"useragent", RobotsKey::kUserAgent},
    {"user agent", RobotsKey::kUserAgent},
    {"allow", RobotsKey::kAllow},
    {"disallow", RobotsKey::kDisallow},
    {"dissallow", RobotsKey::kDisallow},
    {"dissalow", RobotsKey::kDisallow},
    {"disalow", RobotsKey::kDisallow},
    {"diasllow", RobotsKey::kDisallow},
    {"disallaw", RobotsKey::kDisallow},
    {"crawl-delay", RobotsKey::kCrawlDelay},
}};

RobotsKey key_named(std::string_view name) {
  for (const auto& [known, key] : kKeys) {
    if (equals_ignoring_case(name, known)) return key;
  }
  return RobotsKey::kOther;
}

// "Disallow /x", which forgets the colon, is read as if it had one; a line of more
// words is prose.
std::size_t separator_of(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon != line.npos) return colon;
  const std::size_t space = line.find_first_of(" \t");
  if (space == line.npos) return line.npos;
  const std::string_view value = trimmed(line.substr(space));
  return value.find_first_of(" \t") == value.npos ? space : line.npos;
}

RobotsLine parse_line(std::string_view line) {
  line = trimmed(line.substr(0, line.find('#')));
  const std::size_t separator = separator_of(line);
  if (separator == line.npos) return {};
  return {key_named(trimmed(line.substr(0, separator))),
          trimmed(line.substr(separator + 1))};
}

}  // namespace

RobotsLines::RobotsLines(std::string_view body) : rest_(body) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

RobotsLine RobotsLines::next() {
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  return parse_line(line.substr(0, kLongestLine));
}

}  // namespace curlew::fetch
