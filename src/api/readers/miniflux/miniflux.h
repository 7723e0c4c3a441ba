// The API of Miniflux, version 1: feeds in categories, entries in feeds, as JSON. What
// it has for its own pages and for administrators is not here.

#pragma once

#include <vector>

#include "api/readers/reader_route.h"

namespace curlew::api {

std::vector<ReaderRoute> miniflux_routes();

}  // namespace curlew::api
