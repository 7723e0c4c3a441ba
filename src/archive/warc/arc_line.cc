#include "archive/warc/arc_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "archive/timestamps.h"
#include "base/ascii.h"

namespace curlew::archive {

std::optional<ArcLine> parse_arc_line(std::string_view text, int version) {
  constexpr std::size_t kLongestLine = 16_KiB;
  const std::size_t fields = version == 2 ? 10 : 5;
  const auto end = text.find('\n');
  if (end == text.npos || end > kLongestLine) return std::nullopt;
  std::string_view rest = trimmed(text.substr(0, end));
  // From the right: addresses with spaces in them have been written.
  std::vector<std::string_view> values;
  while (values.size() + 1 < fields) {
    const auto space = rest.rfind(' ');
    if (space == rest.npos) return std::nullopt;
    values.insert(values.begin(), rest.substr(space + 1));
    rest = rest.substr(0, space);
  }
  const std::string_view date = values[1];
  if (rest.find(':') == rest.npos || date.size() < 8 ||
      !std::ranges::all_of(date, is_ascii_digit)) {
    return std::nullopt;
  }
  ArcLine line{.url = std::string(rest),
               .ip = std::string(values[0]),
               .date = std::string(date),
               .type = std::string(values[2]),
               .length = std::nullopt};
  Bytes length = 0;
  const std::string_view last = values.back();
  const auto [stop, error] =
      std::from_chars(last.data(), last.data() + last.size(), length);
  if (error == std::errc() && stop == last.data() + last.size()) line.length = length;
  return line;
}

RecordHead to_record_head(const ArcLine& line, std::string_view block) {
  const bool is_about_file = line.url.starts_with("filedesc:");
  const bool is_http = block.starts_with("HTTP/");
  RecordHead head;
  head.version = "ARC/1.0";
  head.type = is_about_file ? "warcinfo" : is_http ? "response" : "resource";
  head.target = line.url;
  head.date = parse_timestamp(std::string_view(line.date).substr(0, 14));
  head.length = line.length.value_or(0);
  head.fields = {
      {"WARC-Type", head.type},
      {"WARC-Target-URI", line.url},
      {"WARC-IP-Address", line.ip},
      {"Content-Type", is_http ? "application/http; msgtype=response" : line.type},
      {"Content-Length", fmt::format("{}", head.length)}};
  if (head.date) head.fields.emplace_back("WARC-Date", to_warc_date(*head.date));
  return head;
}

}  // namespace curlew::archive
