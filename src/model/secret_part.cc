#include "model/secret_part.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace curlew::model {
namespace {

constexpr std::array<std::string_view, 7> kHarmlessHeaders{
    "accept",     "accept-charset", "accept-encoding", "accept-language",
    "user-agent", "from",           "cache-control"};

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
