#include "fetch/redirects.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace curlew::fetch {
namespace {

// What of a Location is worth showing to a person.
constexpr std::size_t kShownLocation = 200;

bool is_permanent_redirect(int status) { return status == 301 || status == 308; }

Result<url::Url> target_of(const http::Headers& headers, const url::Url& here) {
  const auto location = http::find_header(headers, "location");
  if (!location) {
    return Error{.text = fmt::format("redirect without Location at {}", here.href())};
  }
  auto target = url::parse_url(*location, &here);
  if (!target.ok() || !target->is_http()) {
    return Error{.text = fmt::format("redirect at {} to what is no http address: '{}'",
                                     here.href(), location->substr(0, kShownLocation))};
  }
  return plain_address(*target);
}

}  // namespace

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 ||
         status == 308;
}

url::Url plain_address(const url::Url& url) {
  if (!url.has_credentials() && !url.has_fragment()) return url;
  auto plain = url::parse_url(url::origin(url) + std::string(url.path_and_query()));
  return plain.ok() ? std::move(plain).value() : url;
}

RedirectTrail::RedirectTrail(const url::Url& start, int max_redirects)
    : here_(plain_address(start)), max_redirects_(max_redirects) {}

Result<void> RedirectTrail::follow(int status, const http::Headers& headers) {
  if (seen_.size() >= static_cast<std::size_t>(max_redirects_)) {
    return Error{.text = fmt::format("more than {} redirects, the last at {}",
                                     max_redirects_, here_.href())};
  }
  TRY_ASSIGN(url::Url target, target_of(headers, here_));
  if (seen_.empty()) origin_ = url::origin(here_);
  seen_.emplace_back(here_.href());
  if (std::find(seen_.begin(), seen_.end(), target.href()) != seen_.end()) {
    return Error{.text = fmt::format("redirect loop: {} leads back to {}", here_.href(),
                                     target.href())};
  }
  is_permanent_ = is_permanent_ && is_permanent_redirect(status);
  is_at_home_ = is_at_home_ && url::origin(target) == origin_;
  here_ = std::move(target);
  if (is_permanent_) permanent_url_ = here_.href();
  return {};
}

}  // namespace curlew::fetch
