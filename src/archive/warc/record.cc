#include "archive/warc/record.h"

#include <fmt/format.h>

#include <charconv>

#include "archive/timestamps.h"
#include "base/ascii.h"

namespace curlew::archive {

std::string_view RecordHead::field(std::string_view name) const {
  return http::find_header(fields, name).value_or(std::string_view());
}

std::optional<std::string> read_fields(RecordHead& head) {
  head.type = to_ascii_lower(head.field("WARC-Type"));
  std::string_view target = head.field("WARC-Target-URI");
  if (target.starts_with('<') && target.ends_with('>')) {
    target = target.substr(1, target.size() - 2);
  }
  head.target = target;
  head.date = parse_warc_date(head.field("WARC-Date"));
  const std::string_view length = head.field("Content-Length");
  const auto [end, error] =
      std::from_chars(length.data(), length.data() + length.size(), head.length);
  if (length.empty() || error != std::errc() || end != length.data() + length.size()) {
    return fmt::format("its Content-Length '{}' is not a number", length.substr(0, 40));
  }
  if (head.type.empty()) return "it has no WARC-Type";
  return std::nullopt;
}

http::Headers parse_field_lines(std::string_view lines) {
  http::Headers fields;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const bool is_continued = line.starts_with(' ') || line.starts_with('\t');
    if (const auto colon = line.find(':'); is_continued && !fields.empty()) {
      fields.back().second += fmt::format(" {}", trimmed(line));
    } else if (colon != std::string_view::npos && colon > 0) {
      fields.emplace_back(trimmed(line.substr(0, colon)),
                          trimmed(line.substr(colon + 1)));
    }
  }
  return fields;
}

}  // namespace curlew::archive
