#include "model/watching.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace curlew::model {
namespace {

void add_line(std::string& lines, std::string_view name, std::string_view value) {
  lines.append(name).append(": ").append(value).append("\n");
}

}  // namespace

std::string to_lines(const Watching& watching) {
  const Watching usual;
  std::string lines;
  if (!watching.links) add_line(lines, "links", "0");
  if (watching.changes) add_line(lines, "changes", "1");
  if (watching.articles) add_line(lines, "articles", "1");
  if (watching.archive) add_line(lines, "archive", "1");
  if (watching.detector == Detector::kThesis) add_line(lines, "detector", "thesis");
  if (!watching.part.empty()) add_line(lines, "part", watching.part);
  for (const std::string& each : watching.ignore) add_line(lines, "ignore", each);
  for (const std::string& each : watching.ignore_text) {
    add_line(lines, "ignore-text", each);
  }
  if (watching.minimum_size > 0) {
    add_line(lines, "minimum-size", std::to_string(watching.minimum_size));
  }
  if (watching.kinds != usual.kinds) {
    add_line(lines, "kinds", std::to_string(watching.kinds.bits()));
  }
  for (const std::string& each : watching.keys) add_line(lines, "key", each);
  return lines;
}

std::string description_of(const Watching& watching) {
  std::string text;
  if (watching.changes) {
    text = watching.part.empty() ? "changes of its content"
                                 : fmt::format("changes of '{}'", watching.part);
    const char* word = " without";
    for (const auto& all : {watching.ignore, watching.ignore_text}) {
      for (const std::string& each : all) {
        text += fmt::format("{} '{}'", std::exchange(word, ","), each);
      }
    }
    if (watching.minimum_size > 0) {
      text += fmt::format(", of at least {} bytes", watching.minimum_size);
    }
    if (watching.kinds != Watching().kinds) {
      text += fmt::format("; only: {}", to_string(watching.kinds));
    }
    if (watching.detector == Detector::kThesis) text += "; as in the thesis";
  }
  if (!watching.keys.empty()) {
    text += fmt::format("{}rows by {}", text.empty() ? "" : "; ",
                        fmt::join(watching.keys, ", "));
  }
  if (watching.changes && watching.links) text += "; and its links";
  if (watching.articles) {
    text += fmt::format("{}changes of its articles", text.empty() ? "" : "; ");
  }
  return text;
}

Result<Watching> parse_watching(std::string_view lines) {
  Watching watching;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const std::size_t colon = line.find(": ");
    const auto malformed = [&] {
      return Error{ErrorKind::kMalformed,
                   fmt::format("'{}' does not say what to watch", line)};
    };
    if (colon == line.npos) return malformed();
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = line.substr(colon + 2);
    const auto number = [&](std::uint32_t& into) {
      return std::from_chars(value.begin(), value.end(), into).ec == std::errc();
    };
    std::uint32_t bits = 0;
    if (name == "links") {
      watching.links = value == "1";
    } else if (name == "changes") {
      watching.changes = value == "1";
    } else if (name == "articles") {
      watching.articles = value == "1";
    } else if (name == "archive") {
      watching.archive = value == "1";
    } else if (name == "detector") {
      watching.detector = value == "thesis" ? Detector::kThesis : Detector::kOwn;
    } else if (name == "part") {
      watching.part = value;
    } else if (name == "ignore") {
      watching.ignore.emplace_back(value);
    } else if (name == "ignore-text") {
      watching.ignore_text.emplace_back(value);
    } else if (name == "minimum-size") {
      if (!number(watching.minimum_size)) return malformed();
    } else if (name == "kinds") {
      if (!number(bits)) return malformed();
      watching.kinds = ChangeKinds::of_bits(bits);
    } else if (name == "key") {
      watching.keys.emplace_back(value);
    }
  }
  return watching;
}

}  // namespace curlew::model
