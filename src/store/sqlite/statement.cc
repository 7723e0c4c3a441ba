#include <cerrno>

#include "store/sqlite/connection.h"
#include "store/sqlite/unnest.h"
#include "store/text_check.h"

namespace curlew::store {

void SqliteStatement::note(int bind_result) {
  if (bind_error_ == SQLITE_OK) bind_error_ = bind_result;
}

void SqliteStatement::bind_integer(int parameter, std::int64_t value) {
  note(sqlite3_bind_int64(handle_, parameter, value));
}

void SqliteStatement::bind_text(int parameter, std::string_view value) {
  if (!refused_) refused_ = objection_to_text(sqlite3_sql(handle_), parameter, value);
  // A null pointer would bind NULL; an empty text is no NULL.
  const char* data = value.data() ? value.data() : "";
  note(sqlite3_bind_text64(handle_, parameter, data, value.size(), SQLITE_STATIC,
                           SQLITE_UTF8));
}

void SqliteStatement::bind_blob(int parameter, std::string_view value) {
  const char* data = value.data() ? value.data() : "";
  note(sqlite3_bind_blob64(handle_, parameter, data, value.size(), SQLITE_STATIC));
}

void SqliteStatement::bind_null(int parameter) {
  note(sqlite3_bind_null(handle_, parameter));
}

void SqliteStatement::bind_integers(int parameter,
                                    std::span<const std::int64_t> values) {
  note(bind_array(handle_, parameter, values));
}

void SqliteStatement::bind_texts(int parameter,
                                 std::span<const std::string_view> values) {
  note(bind_array(handle_, parameter, values));
}

void SqliteStatement::bind_blobs(int parameter,
                                 std::span<const std::string_view> values) {
  note(bind_blob_array(handle_, parameter, values));
}

Result<bool> SqliteStatement::step() {
  if (refused_) {
    database_.is_spoiled_ = database_.in_transaction_;
    return *refused_;
  }
  if (bind_error_ != SQLITE_OK) return database_.failed(bind_error_);
  if (database_.is_spoiled_) return database_.spoiled();
  errno = 0;
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return database_.failed(code);
}

// Waiting costs nothing here: there is no round trip to save.
Result<void> SqliteStatement::enqueue() {
  TRY(step());
  return {};
}

std::int64_t SqliteStatement::changed_rows() const {
  return sqlite3_changes64(database_.handle_);
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

std::int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(handle_, column);
}

std::string_view SqliteStatement::bytes(int column) const {
  // column_blob before column_bytes, as SQLite asks; for text it gives the UTF-8 bytes.
  const void* data = sqlite3_column_blob(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

void SqliteStatement::reset() {
  sqlite3_reset(handle_);
  sqlite3_clear_bindings(handle_);
  bind_error_ = SQLITE_OK;
  refused_.reset();
}

}  // namespace curlew::store
