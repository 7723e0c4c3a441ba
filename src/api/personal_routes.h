// Pages and feeds of users, for whoever knows their addresses, which cannot be guessed.

#pragma once

#include <string>
#include <vector>

#include "api/route.h"
#include "api/status_site.h"
#include "base/clock.h"

namespace curlew::api {

// Both must outlive the routes. Whoever asks for a page or a feed of his counts as
// active, where open_to_write() is there.
std::vector<Route> make_personal_routes(const StatusSiteOptions& options,
                                        const Clock& clock);

// Below /mine/, where a problem is told in the language that the browser asks for.
std::string personal_problem_page(const http::Problem& problem,
                                  const http::RequestContext& context);

}  // namespace curlew::api
