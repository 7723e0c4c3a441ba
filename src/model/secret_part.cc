#include "model/secret_part.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace curlew::model {
namespace {

constexpr std::array<std::string_view, 7> kHarmlessHeaders{
    "accept",     "accept-charset", "accept-encoding", "accept-language",
    "user-agent", "from",           "cache-control"};

// What parameters are called that let in whoever has them: "token", "feed_token".
constexpr std::array<std::string_view, 12> kSecretParameters{
    "token", "apikey", "api_key",  "api-key", "key",       "auth",
    "pass",  "passwd", "password", "secret",  "signature", "sig"};

bool is_secret_parameter(std::string_view name) {
  return std::ranges::any_of(kSecretParameters, [&](std::string_view secret) {
    if (name.size() < secret.size()) return false;
    const std::size_t begin = name.size() - secret.size();
    const bool is_word = begin == 0 || name[begin - 1] == '_' || name[begin - 1] == '-';
    return is_word && equals_ignoring_case(name.substr(begin), secret);
  });
}

}  // namespace

SecretPart secret_in_credentials(std::string_view credentials) {
  const std::size_t colon = credentials.find(':');
  const std::size_t begin = colon == credentials.npos ? 0 : colon + 1;
  return {begin, credentials.size() - begin};
}

SecretPart secret_in_address(std::string_view address) {
  const std::size_t scheme_end = address.find("://");
  const std::size_t begin = scheme_end == address.npos ? 0 : scheme_end + 3;
  // The authority ends at the first of these; an '@' behind it is no credential.
  const std::size_t end = std::min(address.find_first_of("/?#", begin), address.size());
  const std::size_t at = address.substr(0, end).rfind('@');
  if (at == address.npos || at < begin) return {};
  SecretPart part = secret_in_credentials(address.substr(begin, at - begin));
  part.begin += begin;
  return part;
}

bool is_secret_address(std::string_view address) {
  if (secret_in_address(address).size > 0) return true;
  address = address.substr(0, address.find('#'));
  std::size_t at = address.find('?');
  while (at < address.size()) {
    const std::size_t end =
        std::min(address.find_first_of("&;", at + 1), address.size());
    const std::string_view parameter = address.substr(at + 1, end - at - 1);
    const std::size_t equals = parameter.find('=');
    const bool has_value = equals < parameter.size() && equals + 1 < parameter.size();
    if (has_value && is_secret_parameter(parameter.substr(0, equals))) return true;
    at = end;
  }
  return false;
}

bool is_secret_header(std::string_view name) {
  return std::none_of(
      kHarmlessHeaders.begin(), kHarmlessHeaders.end(),
      [&](std::string_view harmless) { return equals_ignoring_case(harmless, name); });
}

std::string with_part(std::string_view text, SecretPart part, std::string_view other) {
  return std::string(text.substr(0, part.begin))
      .append(other)
      .append(text.substr(part.begin + part.size));
}

}  // namespace curlew::model
