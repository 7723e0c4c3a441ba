// PostgreSQL's unnest() on SQLite: an array that was bound to a parameter, as a table
// with the one column `value`. So a query names many ids in one parameter on both:
//   SELECT url FROM sources WHERE id IN (SELECT value FROM unnest($1) AS value)
//
// And two arrays of equal length side by side, with the columns `first` and `second`:
//   SELECT a.id FROM pairs($1, $2) AS pair
//   JOIN articles a ON a.source_id = pair.first AND a.key = pair.second

#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace curlew::store {

// Makes unnest() and pairs() known to a new connection.
int add_unnest(sqlite3* connection);

// Binds a parameter of them; the values are borrowed until the statement's bindings
// are cleared. Returns SQLite's result code.
int bind_array(sqlite3_stmt* statement, int parameter,
               std::span<const std::int64_t> values);
int bind_array(sqlite3_stmt* statement, int parameter,
               std::span<const std::string_view> values);
int bind_blob_array(sqlite3_stmt* statement, int parameter,
                    std::span<const std::string_view> values);

}  // namespace curlew::store
