// Conditional requests (RFC 9110 §13, RFC 9111 §4.3): what a server gave us to
// recognise its content by goes back to it byte for byte, and only to the address that
// gave it. Nothing is ever invented: no If-Modified-Since from our own clock, no
// repaired quotes. Servers compare bytes; nginx answers 200 to any other spelling of
// the same date.
//
// Pure; may be called from any thread.

#pragma once

#include <string_view>

#include "fetch/fetcher.h"
#include "http/message.h"

namespace curlew::fetch {

// The validators of a 200 from `url`: they replace all earlier ones, also by nothing.
Validators validators_of(const http::Headers& headers, std::string_view url);

// After a 304: those that were sent, with what the 304 itself gives put in their place
// (RFC 9111 §4.3.4).
Validators validators_after_304(Validators sent, const http::Headers& headers);

// Adds If-None-Match and If-Modified-Since; nothing for what is empty.
void add_conditions(const Validators& validators, http::Headers& headers);

}  // namespace curlew::fetch
