#include "fetch/browser/proxy_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace curlew::fetch {
namespace {

Error malformed(std::string_view what, std::string_view value) {
  return Error{ErrorKind::kMalformed,
               fmt::format("proxy request: {}: '{}'", what, value.substr(0, 80))};
}

std::string_view take_until(std::string_view& text, std::string_view mark) {
  const auto part = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(text.size(), part.size() + mark.size()));
  return part;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return text;
}

// The request line for the origin. One connection serves one request, so that every
// request is judged: the answer's end is the connection's.
Result<void> read_target(ProxyHead& head, std::string_view method,
                         std::string_view target) {
  if (method == "CONNECT") {
    head.is_tunnel = true;
    head.url = fmt::format("https://{}/", target);
    if (target.find_first_of("/?#@\\") == target.npos) return {};
    return malformed("CONNECT to no host and port", target);
  }
  constexpr std::string_view kScheme = "http://";
  if (!starts_with_ignoring_case(target, kScheme)) {
    return malformed("not an http:// address", target);
  }
  head.url = target;
  auto path = target.substr(
      std::min(target.find_first_of("/?", kScheme.size()), target.size()));
  head.onward = fmt::format("{} {}{} HTTP/1.1\r\n", method,
                            path.starts_with('/') ? "" : "/", path);
  return {};
}

Result<void> read_field(ProxyHead& head, std::string_view line) {
  auto value = line;
  const auto name = to_ascii_lower(take_until(value, ":"));
  value = trimmed(value);
  if (name == "proxy-authorization") head.authorization = value;
  if (name == "transfer-encoding") return malformed("body without a length", value);
  if (name == "content-length") {
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), head.body);
    if (error != std::errc() || end != value.data() + value.size()) {
      return malformed("Content-Length", value);
    }
  }
  const bool is_for_us = name.starts_with("proxy-") || name == "connection" ||
                         name == "keep-alive" || name == "te" || name == "upgrade";
  if (!head.is_tunnel && !is_for_us) head.onward.append(line).append("\r\n");
  return {};
}

}  // namespace

Result<ProxyHead> parse_proxy_head(std::string_view text) {
  ProxyHead head;
  auto line = take_until(text, "\r\n");
  const auto whole = line;
  const auto method = take_until(line, " ");
  const auto target = take_until(line, " ");
  if (method.empty() || target.empty() || !line.starts_with("HTTP/1.")) {
    return malformed("request line", whole);
  }
  TRY(read_target(head, method, target));
  for (line = take_until(text, "\r\n"); !line.empty();
       line = take_until(text, "\r\n")) {
    TRY(read_field(head, line));
  }
  if (head.is_tunnel) head.body = 0;
  if (!head.is_tunnel) head.onward += "Connection: close\r\n\r\n";
  return head;
}

}  // namespace curlew::fetch
