// A style sheet of an archived page with all that it loads (url(…), @import) taken from
// the archive. What is written so that only a browser recognises it (escapes) stays as
// it is, and is stopped by the Content-Security-Policy.

#pragma once

#include <string>
#include <string_view>

#include "api/replay/targets.h"
#include "url/url.h"

namespace curlew::api {

// `base` is where the style sheet was.
std::string replay_css(std::string_view css, const url::Url& base,
                       const ReplayTargets& targets);

// Where what is at `address` on a page at `base` is loaded from; data: is within the
// page already. Empty: nothing that is loaded.
std::string replay_part(std::string_view address, const url::Url& base,
                        const ReplayTargets& targets);

}  // namespace curlew::api
