// SQLite's result codes in Curlew's words: what happened, to which file, and what to
// do.

#pragma once

#include <string>

#include "base/result.h"

struct sqlite3;

namespace curlew::store {

// `connection` may be null when not even that could be made. Clear errno before the
// call into SQLite: it tells a quota or a size limit from a broken disk.
Error to_error(sqlite3* connection, int code, const std::string& path);

}  // namespace curlew::store
