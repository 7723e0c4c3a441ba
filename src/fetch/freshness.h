// When a publisher wants to be asked again: the freshness of a response (RFC 9111 §4.2)
// and Retry-After (RFC 9110 §10.2.3).
//
// Headers come from anybody: what does not parse is read as the RFCs say, and no value
// overflows. Pure; may be called from any thread.

#pragma once

#include <optional>

#include "base/time.h"
#include "http/message.h"

namespace curlew::fetch {

// Until when a response that arrived at `received` is fresh, or nullopt when it is
// stale already or does not say. Curlew is a private cache: s-maxage is not for it. A
// lifetime is never guessed from Last-Modified (§4.2.2): when to come back without the
// publisher's word is for the schedule to learn.
std::optional<Time> fresh_until(const http::Headers& headers, Time received);

// Until when Retry-After asks to stay away, in either form; nullopt when it asks
// nothing of the future.
std::optional<Time> retry_after(const http::Headers& headers, Time received);

}  // namespace curlew::fetch
