// The standard's basic URL parser, whole (https://url.spec.whatwg.org/#url-parsing).

#pragma once

#include <string_view>

#include "base/result.h"
#include "url/url.h"

namespace curlew::url {

// See parse_url, which tries the short cut of plain_http.h first.
Result<Url> parse_any_url(std::string_view input, const Url* base);

}  // namespace curlew::url
