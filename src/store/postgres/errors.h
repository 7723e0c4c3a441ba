// PostgreSQL's errors in Curlew's words: what happened, on which server, and what to
// do.

#pragma once

#include <libpq-fe.h>

#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew::store {

// Of a result that failed.
Error to_error(const PGresult* result, const std::string& name);
// Of a connection that is lost, or could not be made.
Error disconnected(const PGconn* connection, const std::string& name);

}  // namespace curlew::store
