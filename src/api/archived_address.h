// The address of a document that stands at the end of the address of one of our own:
// "/timegate/https://example.org/a?b".

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "http/server.h"

namespace curlew::api {

// What stands behind so many parts of the path, with the query, as it was sent: its
// escapes are its own. One that is escaped as a whole is read, too. As versions are
// kept under, without a fragment; nullopt: not an address of http or https.
std::optional<std::string> archived_address(const http::ServerRequest& request,
                                            std::size_t parts);

}  // namespace curlew::api
