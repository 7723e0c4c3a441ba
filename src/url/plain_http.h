// A short cut for the addresses that nearly all links are: http or https, ASCII, with
// nothing in them to decode, encode or resolve. Such an address is its own
// serialisation, so one look at each byte is enough. The result is always what
// parse_any_url gives: plain_http_test.h compares them on every address of the corpora.

#pragma once

#include <optional>
#include <string_view>

#include "url/url.h"

namespace curlew::url {

// Nullopt: not plain, use parse_any_url. Takes absolute addresses, and "/path" on an
// http base.
std::optional<Url> parse_plain_http(std::string_view input, const Url* base);

}  // namespace curlew::url
