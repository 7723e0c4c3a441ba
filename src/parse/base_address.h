// The address that the relative ones of a document start from, parsed once for all.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parse/allowance.h"
#include "parse/feed.h"
#include "url/url.h"

namespace curlew::parse {

class BaseAddress {
 public:
  // Nothing is resolved against it.
  BaseAddress() = default;
  explicit BaseAddress(std::string_view address);

  // What `link` means here: relative ones are resolved, absolute ones left as they are
  // written. Empty when it is longer than any address (url::kMaxUrlLength). What a
  // relative one grows by is taken from `allowance`; without it, it stays as written.
  std::string resolve(std::string_view link, Allowance& allowance) const;

  // The base that `link` makes of this one; this one where `link` is not an address.
  BaseAddress moved_by(std::string_view link) const;

  bool is_known() const { return url_.has_value(); }
  bool is_http() const { return url_ && url_->is_http(); }

 private:
  std::optional<url::Url> url_;
};

// Of a document that came from `context`: its Content-Location (RFC 3986 section
// 5.1.2), or where it was asked for.
BaseAddress base_of(const FeedContext& context);

}  // namespace curlew::parse
