// An archived page as it is shown again: parsed as browsers do, and written anew from
// what is known to be harmless. Scripts, handlers of events, frames, plug-ins, SVG and
// MathML, <base> and <meta http-equiv> are gone; forms lead nowhere; links, pictures
// and style sheets lead to versions in the archive.
//
// The Content-Security-Policy of the replay (replay_site.cc) stops what is overlooked
// here, and this stops what a browser without it would run.

#pragma once

#include <string>
#include <string_view>

#include "api/replay/targets.h"

namespace curlew::api {

// In UTF-8. `content_type` is the header as received, `url` where the page was. Bounded
// in size: a page that grows beyond 32 MiB by its addresses is cut.
std::string replay_html(std::string_view bytes, std::string_view content_type,
                        std::string_view url, const ReplayTargets& targets);

}  // namespace curlew::api
