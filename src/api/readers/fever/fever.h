// The Fever API, version 3: one address, what is wanted as parameters (?api&items), the
// app's key as a field of a form. Answers say themselves whether the key is known
// (auth), with status 200.

#pragma once

#include <vector>

#include "api/readers/reader_route.h"

namespace curlew::api {

std::vector<ReaderRoute> fever_routes();

}  // namespace curlew::api
