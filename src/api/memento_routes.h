// The versions of documents by the rules of Memento (RFC 7089): TimeGates, TimeMaps and
// mementos.

#pragma once

#include <vector>

#include "api/route.h"
#include "api/status_site.h"
#include "base/clock.h"

namespace curlew::api {

// Both must outlive the routes.
std::vector<Route> make_memento_routes(const StatusSiteOptions& options,
                                       const Clock& clock);

}  // namespace curlew::api
