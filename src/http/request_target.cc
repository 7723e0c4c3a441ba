#include "http/request_target.h"

#include <algorithm>

#include "base/ascii.h"
#include "http/server.h"

namespace curlew::http {
namespace {

int hex_value(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = to_ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Moves "http://host" from the front of `target` and returns "host"; nullopt: it has
// another form.
std::optional<std::string_view> take_authority(std::string_view& target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!starts_with_ignoring_case(target, scheme)) continue;
    target.remove_prefix(scheme.size());
    const auto authority = target.substr(0, target.find_first_of("/?"));
    target.remove_prefix(authority.size());
    return authority;
  }
  return std::nullopt;
}

bool has_space_or_control(std::string_view target) {
  return std::ranges::any_of(target, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7f;
  });
}

}  // namespace

std::string percent_decoded(std::string_view text, PlusSign plus) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high =
        text[i] == '%' && i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_value(text[i + 2]) : -1;
    if (low >= 0) {
      decoded += char(high * 16 + low);
      i += 2;
    } else {
      decoded += text[i] == '+' && plus == PlusSign::kIsSpace ? ' ' : text[i];
    }
  }
  return decoded;
}

RequestTarget parse_request_target(std::string_view target) {
  RequestTarget parsed;
  const bool is_clean = !has_space_or_control(target);
  const auto authority = take_authority(target);
  parsed.is_valid = is_clean && (authority ? !authority->empty() &&
                                                 authority->find('@') == authority->npos
                                           : target.starts_with('/') || target == "*");
  parsed.authority = authority.value_or("");
  parsed.raw = target;
  const auto question = target.find('?');
  parsed.path = percent_decoded(target.substr(0, question), PlusSign::kIsPlus);
  if (parsed.path.empty()) parsed.path = "/";
  if (question != target.npos) parsed.query = target.substr(question + 1);
  return parsed;
}

std::optional<std::string> ServerRequest::parameter(std::string_view name) const {
  std::string_view rest = query;
  while (!rest.empty()) {
    const auto pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    const auto equals = pair.find('=');
    if (percent_decoded(pair.substr(0, equals), PlusSign::kIsSpace) != name) continue;
    if (equals == pair.npos) return "";
    return percent_decoded(pair.substr(equals + 1), PlusSign::kIsSpace);
  }
  return std::nullopt;
}

}  // namespace curlew::http
