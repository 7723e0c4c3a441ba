#include "parse/base_address.h"

#include <utility>

#include "base/ascii.h"

namespace curlew::parse {
namespace {

bool has_scheme(std::string_view link) {
  const std::size_t colon = link.find_first_of(":/?#");
  return colon != link.npos && link[colon] == ':' && colon > 0;
}

}  // namespace

BaseAddress::BaseAddress(std::string_view address) {
  if (auto url = url::parse_url(trimmed(address))) url_ = *std::move(url);
}

std::string BaseAddress::resolve(std::string_view link, Allowance& allowance) const {
  link = trimmed(link);
  if (link.size() > url::kMaxUrlLength) return {};
  std::string written(link);
  if (!url_ || link.empty() || has_scheme(link) || allowance.is_spent()) return written;
  const auto url = url::parse_url(link, &*url_);
  if (!url) return url.error().kind == ErrorKind::kLimit ? std::string() : written;
  const std::string_view absolute = url->href();
  const Bytes growth = absolute.size() - std::min(absolute.size(), link.size());
  return allowance.take(growth) ? std::string(absolute) : written;
}

BaseAddress BaseAddress::moved_by(std::string_view link) const {
  BaseAddress moved = *this;
  if (auto url = url::parse_url(trimmed(link), url_ ? &*url_ : nullptr)) {
    moved.url_ = *std::move(url);
  }
  return moved;
}

BaseAddress base_of(const FeedContext& context) {
  BaseAddress asked(context.url);
  if (context.content_location.empty()) return asked;
  BaseAddress stated = asked.moved_by(context.content_location);
  return stated.is_http() ? stated : asked;
}

}  // namespace curlew::parse
