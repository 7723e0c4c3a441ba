#include "control/own_origin.h"

#include <utility>

#include "url/url.h"

namespace curlew::control {

std::string origin_of(std::string_view address) {
  const auto parsed = url::parse_url(address);
  return parsed.ok() ? url::origin(*parsed) : std::string(address);
}

bool share_origin(std::string_view one, std::string_view other) {
  const auto first = url::parse_url(one);
  const auto second = url::parse_url(other);
  return first.ok() && second.ok() && url::origin(*first) == url::origin(*second);
}

bool is_bound_to_origin(const model::Source& source) {
  if (model::has_secret(source.request)) return true;
  const auto address = url::parse_url(source.url);
  return address.ok() && address->has_credentials();
}

model::SealedSettings settings_towards(std::string_view url,
                                       model::SealedSettings settings,
                                       std::string_view given_for) {
  if (share_origin(url, given_for)) return settings;
  model::SealedSettings bare;
  bare.proxy = std::move(settings.proxy);
  return bare;
}

}  // namespace curlew::control
