#include "model/mask.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace curlew::model {
namespace {

constexpr std::array<std::string_view, 7> kHarmlessHeaders{
    "accept",     "accept-charset", "accept-encoding", "accept-language",
    "user-agent", "from",           "cache-control"};

bool is_harmless(std::string_view header) {
  return std::any_of(
      kHarmlessHeaders.begin(), kHarmlessHeaders.end(),
      [&](std::string_view name) { return equals_ignoring_case(name, header); });
}

// "user:password" -> "user:***". Without a colon it may be a token: all of it goes.
std::string masked_credentials(std::string_view credentials) {
  if (credentials.empty()) return {};
  const std::size_t colon = credentials.find(':');
  if (colon == credentials.npos) return std::string(kMask);
  return std::string(credentials.substr(0, colon + 1)).append(kMask);
}

}  // namespace

RequestSettings masked(const RequestSettings& settings) {
  RequestSettings shown = settings;
  for (auto& [name, value] : shown.headers) {
    if (!is_harmless(name)) value = kMask;
  }
  shown.basic_credentials = masked_credentials(settings.basic_credentials);
  if (!shown.bearer_token.empty()) shown.bearer_token = kMask;
  shown.proxy = masked_address(settings.proxy);
  return shown;
}

bool has_secret(const RequestSettings& settings) {
  return !settings.basic_credentials.empty() || !settings.bearer_token.empty() ||
         std::ranges::any_of(settings.headers, [](const auto& header) {
           return !is_harmless(header.first);
         });
}

std::string masked_address(std::string_view address) {
  const std::size_t scheme_end = address.find("://");
  const std::size_t begin = scheme_end == address.npos ? 0 : scheme_end + 3;
  // The authority ends at the first of these; an '@' behind it is no credential.
  const std::size_t end = std::min(address.find_first_of("/?#", begin), address.size());
  const std::size_t at = address.substr(0, end).rfind('@');
  if (at == address.npos || at < begin) return std::string(address);
  return std::string(address.substr(0, begin))
      .append(masked_credentials(address.substr(begin, at - begin)))
      .append(address.substr(at));
}

}  // namespace curlew::model
