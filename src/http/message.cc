#include "http/message.h"

#include "base/ascii.h"

namespace curlew::http {

std::optional<std::string_view> find_header(const Headers& headers,
                                            std::string_view name) {
  for (const auto& [field, value] : headers) {
    if (equals_ignoring_case(field, name)) return value;
  }
  return std::nullopt;
}

std::string joined_header(const Headers& headers, std::string_view name) {
  std::string joined;
  bool first = true;
  for (const auto& [field, value] : headers) {
    if (!equals_ignoring_case(field, name)) continue;
    if (!first) joined += ", ";
    joined += value;
    first = false;
  }
  return joined;
}

}  // namespace curlew::http
