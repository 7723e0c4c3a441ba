// What a source's user gave for asking for it (credentials, headers) belongs to the
// origin of its address: scheme, host and port. Pages found elsewhere, redirects and
// feeds that a page names never get it.

#pragma once

#include <string>
#include <string_view>

#include "model/source.h"

namespace curlew::control {

// "https://example.org"; the address as it is where it does not parse.
std::string origin_of(std::string_view address);

// Have both the same scheme, host and port? An address that does not parse has no
// origin, and shares none.
bool share_origin(std::string_view one, std::string_view other);

// Is something secret bound to this source's origin: credentials, a token, a header
// that may carry one, or a name and password in its address?
bool is_bound_to_origin(const model::Source& source);

// The settings that `given_for` has, as they may be used towards `url`: all of them on
// its own origin, elsewhere only the proxy, which is the way out whoever is asked.
model::SealedSettings settings_towards(std::string_view url,
                                       model::SealedSettings settings,
                                       std::string_view given_for);

}  // namespace curlew::control
