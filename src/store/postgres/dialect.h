// What migrations say differently to PostgreSQL. Everything else runs as it is.

#pragma once

#include <string>
#include <string_view>

namespace curlew::store {

// - INTEGER PRIMARY KEY, which SQLite must read exactly so: BIGINT PRIMARY KEY.
// - BLOB: BYTEA.
// - TEXT: TEXT COLLATE "C". Text is compared by its bytes and lower() folds ASCII
// alone,
//   as in SQLite, whatever the server's language is.
//
// - `-- postgres: ALTER TABLE ...;`, a comment elsewhere, is run.
//
// Other comments and quoted text stay as they are.
std::string to_postgres(std::string_view script);

// And queries: pairs($1, $2) AS pair (sqlite/unnest.h) is unnest() with two arguments.
std::string query_to_postgres(std::string_view sql);

}  // namespace curlew::store
