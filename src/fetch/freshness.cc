#include "fetch/freshness.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "http/date.h"

namespace curlew::fetch {
namespace {

using std::chrono::seconds;

// RFC 9111 §1.2.2: a value too large to be held is 2^31.
constexpr std::int64_t kMostSeconds = std::int64_t{1} << 31;

// 1*DIGIT and nothing else.
std::optional<seconds> parse_delta_seconds(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (!is_ascii_digit(c)) return std::nullopt;
    value = std::min(value * 10 + (c - '0'), kMostSeconds);
  }
  return seconds(value);
}

struct CacheControl {
  bool must_ask = false;  // no-store or no-cache.
  bool has_max_age = false;
  std::optional<seconds> max_age;  // Nullopt with has_max_age: malformed.
};

// Splits the next directive off `rest`: a comma ends it, except inside quotes.
std::string_view take_directive(std::string_view& rest) {
  bool quoted = false;
  std::size_t end = 0;
  for (; end < rest.size() && (quoted || rest[end] != ','); ++end) {
    if (rest[end] == '"') quoted = !quoted;
    if (rest[end] == '\\' && quoted) ++end;
  }
  end = std::min(end, rest.size());
  const std::string_view directive = trimmed(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return directive;
}

// Both the token and the quoted-string form of an argument (§5.2).
std::string_view unquoted(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

void read_directive(std::string_view directive, CacheControl& control) {
  const std::size_t equals = directive.find('=');
  const std::string_view name = trimmed(directive.substr(0, equals));
  if (equals_ignoring_case(name, "no-store") ||
      equals_ignoring_case(name, "no-cache")) {
    control.must_ask = true;
  } else if (equals_ignoring_case(name, "max-age") && !control.has_max_age) {
    // §4.2.1: of several values the first may be used.
    control.has_max_age = true;
    if (equals != std::string_view::npos) {
      control.max_age = parse_delta_seconds(unquoted(directive.substr(equals + 1)));
    }
  }
}

CacheControl read_cache_control(const http::Headers& headers) {
  CacheControl control;
  const std::string value = http::joined_header(headers, "cache-control");
  for (std::string_view rest = value; !rest.empty();) {
    read_directive(take_directive(rest), control);
  }
  return control;
}

std::optional<Time> date_of(const http::Headers& headers, std::string_view name) {
  const auto value = http::find_header(headers, name);
  return value ? http::parse_http_date(*value) : std::nullopt;
}

// Expires less Date: both by the server's clock, so that ours does not matter. An
// Expires that is not a date, "0" above all, lies in the past (§5.3).
std::optional<Milliseconds> lifetime_by_expires(const http::Headers& headers,
                                                Time received) {
  const auto expires = date_of(headers, "expires");
  if (!expires) return std::nullopt;
  return std::min<Milliseconds>(*expires - date_of(headers, "date").value_or(received),
                                seconds(kMostSeconds));
}

// §4.2.1: max-age before Expires, even when malformed; invalid is stale.
std::optional<Milliseconds> freshness_lifetime(const http::Headers& headers,
                                               Time received) {
  const CacheControl control = read_cache_control(headers);
  if (control.must_ask) return std::nullopt;
  if (control.has_max_age) return control.max_age;
  return lifetime_by_expires(headers, received);
}

// §5.1: of a list the first member; what is not a number is ignored. The apparent age
// of §4.2.3 (our clock less Date) is left out: with a wrong clock at either end it
// would turn "come back in an hour" into "come at once", and a cache that really held
// the response says so here.
seconds age_of(const http::Headers& headers) {
  const auto value = http::find_header(headers, "age");
  if (!value) return seconds(0);
  const std::string_view first = trimmed(value->substr(0, value->find(',')));
  return parse_delta_seconds(first).value_or(seconds(0));
}

}  // namespace

std::optional<Time> fresh_until(const http::Headers& headers, Time received) {
  const auto lifetime = freshness_lifetime(headers, received);
  if (!lifetime) return std::nullopt;
  const Milliseconds left = *lifetime - age_of(headers);
  if (left <= Milliseconds(0)) return std::nullopt;
  return received + left;
}

std::optional<Time> retry_after(const http::Headers& headers, Time received) {
  const auto value = http::find_header(headers, "retry-after");
  if (!value) return std::nullopt;
  const std::string_view text = trimmed(*value);
  if (const auto delay = parse_delta_seconds(text)) {
    if (*delay == seconds(0)) return std::nullopt;
    return received + *delay;
  }
  const auto date = http::parse_http_date(text);
  if (!date || *date <= received) return std::nullopt;
  return std::min<Time>(*date, received + seconds(kMostSeconds));
}

}  // namespace curlew::fetch
