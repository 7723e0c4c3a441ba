#include "fetch/job.h"

#include <utility>

#include "url/url.h"

namespace curlew::fetch {

std::string robots_key_of(const Job& job) {
  std::string key = url::origin(job.trail.here());
  const std::string& proxy = job.request.settings.proxy;
  return proxy.empty() ? key : std::move(key) + " by " + proxy;
}

std::string_view origin_of(std::string_view robots_key) {
  return robots_key.substr(0, robots_key.find(' '));
}

std::string connects_to(const Job& job) {
  const std::string& proxy = job.request.settings.proxy;
  if (proxy.empty()) return std::string(job.trail.here().host());
  const auto parsed = url::parse_url(proxy);
  return parsed.ok() ? std::string(parsed->host()) : std::string();
}

std::string without_brackets(std::string_view address) {
  if (!address.starts_with('[')) return std::string(address);
  return std::string(address.substr(1, address.size() - 2));
}

bool was_sent(const FetchResult& result) {
  return result.status != 0 || result.outcome != model::FetchOutcome::kThrottled;
}

}  // namespace curlew::fetch
