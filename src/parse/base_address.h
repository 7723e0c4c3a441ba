// The address that the relative ones of a document start from, parsed once for all.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parse/allowance.h"
#include "url/url.h"

namespace curlew::parse {

class BaseAddress {
 public:
  BaseAddress() = default;  // Nothing is resolved against it.
  explicit BaseAddress(std::string_view address);

  // What `link` means here: relative ones are resolved, absolute ones left as they are
  // written. Empty when it is longer than any address (url::kMaxUrlLength). What a
  // relative one grows by is taken from `allowance`; without it, it stays as written.
  std::string resolve(std::string_view link, Allowance& allowance) const;

  // The base that `link` makes of this one; this one where `link` is no address.
  BaseAddress moved_by(std::string_view link) const;

  bool is_known() const { return url_.has_value(); }

 private:
  std::optional<url::Url> url_;
};

}  // namespace curlew::parse
