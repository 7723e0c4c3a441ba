// Knows a challenge page when one stands where the content should be, so that a person
// reads "bot wall (Cloudflare)" and not "HTTP 403" or "this is not a feed". Curlew does
// not try to get past them.
//
// Pure; may be called from any thread.

#pragma once

#include <optional>
#include <string_view>

#include "http/client.h"

namespace curlew::fetch {

// Whose wall it is ("Cloudflare"), or nullopt for an ordinary response.
std::optional<std::string_view> bot_wall_of(const http::Response& response);

}  // namespace curlew::fetch
