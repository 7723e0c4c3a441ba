#include "url/plain_http.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "url/code_points.h"
#include "url/ip_address.h"
#include "url/writer.h"

namespace curlew::url {
namespace {

bool is_plain_in_path(char c) { return !is_in(kPathSet, c) && c != '\\'; }

// Where a dot segment may begin, encoded or not.
bool may_be_dot_segment(std::string_view after_slash) {
  return after_slash.starts_with('.') || starts_with_ignoring_case(after_slash, "%2e");
}

struct Tail {
  std::size_t path_end;
  std::size_t query_end;
};

// `tail` begins with the "/" of the path.
std::optional<Tail> scan_tail(std::string_view tail) {
  std::size_t at = 0;
  for (; at < tail.size() && is_plain_in_path(tail[at]); ++at) {
    if (tail[at] == '/' && may_be_dot_segment(tail.substr(at + 1))) return std::nullopt;
  }
  Tail found{at, at};
  if (at < tail.size() && tail[at] == '?') {
    ++at;
    while (at < tail.size() && !is_in(kSpecialQuerySet, tail[at])) ++at;
  }
  found.query_end = at;
  if (at < tail.size() && tail[at] == '#') {
    ++at;
    while (at < tail.size() && !is_in(kFragmentSet, tail[at])) ++at;
  }
  return at == tail.size() ? std::optional(found) : std::nullopt;
}

bool is_host_char(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '.' || c == '_';
}

std::size_t scheme_length(std::string_view input) {
  if (input.starts_with("https://")) return 5;
  return input.starts_with("http://") ? 4 : 0;
}

// ":8080" from `begin`. Anything that would have to be rewritten is not plain.
struct Port {
  std::size_t end;
  std::optional<std::uint16_t> value;
};
std::optional<Port> scan_port(std::string_view input, std::size_t begin,
                              std::string_view scheme) {
  if (begin == input.size() || input[begin] != ':') return Port{begin, std::nullopt};
  const char* const first = input.data() + begin + 1;
  std::uint16_t value = 0;
  const auto [last, error] = std::from_chars(first, input.data() + input.size(), value);
  if (error != std::errc() || *first == '0' || value == default_port(scheme)) {
    return std::nullopt;
  }
  return Port{static_cast<std::size_t>(last - input.data()), value};
}

std::optional<Url> parse_absolute(std::string_view input, std::size_t scheme_end) {
  const std::size_t host_begin = scheme_end + 3;
  std::size_t host_end = host_begin;
  while (host_end < input.size() && is_host_char(input[host_end])) ++host_end;
  const std::string_view host = input.substr(host_begin, host_end - host_begin);
  if (host.empty() || ends_in_a_number(host)) return std::nullopt;
  const auto port = scan_port(input, host_end, input.substr(0, scheme_end));
  if (!port) return std::nullopt;

  const std::string_view rest = input.substr(port->end);
  if (!rest.empty() && std::string_view("/?#").find(rest[0]) == rest.npos) {
    return std::nullopt;  // "@", "\\", a character that no host has, and the like.
  }
  std::string href;
  href.reserve(input.size() + 1);
  href.append(input.substr(0, port->end));
  if (!rest.starts_with('/')) href += '/';
  href.append(rest);
  const auto tail = scan_tail(std::string_view(href).substr(port->end));
  if (!tail) return std::nullopt;
  std::transform(href.begin() + static_cast<std::ptrdiff_t>(host_begin),
                 href.begin() + static_cast<std::ptrdiff_t>(host_end),
                 href.begin() + static_cast<std::ptrdiff_t>(host_begin),
                 [](char c) { return to_ascii_lower(c); });
  return UrlWriter::write(std::move(href), {.scheme_end = scheme_end,
                                            .host_end = host_end,
                                            .port = port->value,
                                            .path_begin = port->end,
                                            .path_end = port->end + tail->path_end,
                                            .query_end = port->end + tail->query_end});
}

std::optional<Url> parse_rooted(std::string_view input, const Url& base) {
  const auto tail = scan_tail(input);
  if (!tail) return std::nullopt;
  return UrlWriter::write_below(base, input, tail->path_end, tail->query_end);
}

}  // namespace

std::optional<Url> parse_plain_http(std::string_view input, const Url* base) {
  if (const std::size_t scheme_end = scheme_length(input); scheme_end > 0) {
    return parse_absolute(input, scheme_end);
  }
  if (base != nullptr && base->is_http() && input.starts_with('/') &&
      !input.starts_with("//")) {
    return parse_rooted(input, *base);
  }
  return std::nullopt;
}

}  // namespace curlew::url
