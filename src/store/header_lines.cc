#include "store/header_lines.h"

#include "base/ascii.h"

namespace curlew::store {

std::string to_lines(const Headers& headers) {
  std::string lines;
  for (const auto& [name, value] : headers) {
    lines.append(name).append(": ").append(value.kept()).append("\n");
  }
  return lines;
}

Headers parse_lines(std::string_view lines) {
  Headers headers;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 1);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    headers.emplace_back(
        line.substr(0, colon),
        model::SealedText::as_kept(std::string(trimmed(line.substr(colon + 1)))));
  }
  return headers;
}

}  // namespace curlew::store
