#include "store/sqlite/connection.h"

#include <fmt/format.h>

#include <cerrno>
#include <string>

#include "base/check.h"
#include "store/query.h"
#include "store/sqlite/errors.h"

namespace curlew::store {
namespace {

// SQLite numbers $names in the order of their appearance; the rule in database.h makes
// that number and the name the same.
bool parameters_are_in_order(sqlite3_stmt* statement) {
  for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
    const char* name = sqlite3_bind_parameter_name(statement, i);
    if (!name || name != fmt::format("${}", i)) return false;
  }
  return true;
}

}  // namespace

SqliteDatabase::SqliteDatabase(sqlite3* handle, SqliteOptions options)
    : handle_(handle), options_(std::move(options)) {}

SqliteDatabase::~SqliteDatabase() {
  rollback();
  statements_.clear();
  sqlite3_close_v2(handle_);
}

Error SqliteDatabase::failed(int code) {
  is_spoiled_ = in_transaction_;
  return to_error(handle_, code, options_.path);
}

Error SqliteDatabase::spoiled() const {
  return {ErrorKind::kFailed,
          options_.path + ": an earlier error spoiled this transaction"};
}

Result<Statement*> SqliteDatabase::prepare(std::string_view sql) {
  // Most texts are constants, and the same constant is asked for again and again.
  const auto*& recent =
      recent_[std::hash<const char*>()(sql.data()) / 8 % recent_.size()];
  if (recent != nullptr && recent->first == sql) return recent->second.get();
  if (auto known = statements_.find(sql); known != statements_.end()) {
    recent = &*known;
    return known->second.get();
  }
  sqlite3_stmt* handle = nullptr;
  errno = 0;
  const int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  if (code != SQLITE_OK) return failed(code);
  CHECK(parameters_are_in_order(handle));
  auto statement = std::make_unique<SqliteStatement>(*this, handle);
  return statements_.emplace(std::string(sql), std::move(statement))
      .first->second.get();
}

Result<void> SqliteDatabase::run_script(const std::string& sql) {
  if (is_spoiled_) return spoiled();
  errno = 0;
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failed(code);
  return {};
}

// SQLite would go on to write to a file that was deleted, and all of it would be lost
// with the last connection. It costs a stat().
Result<void> SqliteDatabase::check_place() {
  int has_moved = 0;
  sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  if (has_moved == 0) return {};
  return Error{ErrorKind::kFailed,
               options_.path +
                   ": this database was deleted, moved or replaced while it was open; "
                   "put it back, or restore a backup and start again"};
}

Result<void> SqliteDatabase::begin(Access access) {
  if (in_transaction_) {
    return Error{ErrorKind::kFailed,
                 options_.path + ": a transaction is open on this connection already"};
  }
  if (access == Access::kWrite) TRY(check_place());
  // IMMEDIATE takes the write lock now, while waiting is still possible: a reader that
  // turns into a writer later would fail at once when another one was faster.
  TRY(Query::run(*this, access == Access::kWrite ? "BEGIN IMMEDIATE" : "BEGIN"));
  in_transaction_ = true;
  return {};
}

Result<void> SqliteDatabase::flush() {
  if (is_spoiled_) return spoiled();
  return {};
}

Result<void> SqliteDatabase::commit() {
  if (is_spoiled_) return spoiled();
  TRY(Query::run(*this, "COMMIT"));
  in_transaction_ = false;
  return {};
}

void SqliteDatabase::rollback() {
  if (!in_transaction_) return;
  in_transaction_ = false;
  is_spoiled_ = false;
  // After some errors SQLite has rolled back already; then this one fails, harmlessly.
  sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

Result<std::int64_t> SqliteDatabase::number(std::string_view sql) {
  Query query(*this, sql);
  TRY_ASSIGN(const bool found, query.next());
  std::int64_t value = 0;
  if (found) TRY(query.read(value));
  return value;
}

Result<int> SqliteDatabase::schema_version() {
  TRY_ASSIGN(const std::int64_t version, number("PRAGMA user_version"));
  return static_cast<int>(version);
}

Result<void> SqliteDatabase::set_schema_version(int version) {
  return run_script(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                static_cast<std::int32_t>(options_.application_id),
                                version));
}

// Bytes of old rows lie in unused pages and between the rows of used ones, of whatever
// table: only a file that is written anew is without them. The copy on the way goes to
// a file, since it would take as much memory as the database is large. Then the log,
// which has the old pages still, is copied back and cut to nothing.
Result<void> SqliteDatabase::forget_overwritten(const std::string&) {
  TRY(run_script("PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY"));
  TRY_ASSIGN(const std::int64_t is_busy, number("PRAGMA wal_checkpoint(TRUNCATE)"));
  if (is_busy == 0) return {};
  return Error{ErrorKind::kBusy,
               options_.path + ": its log is being read by another program"};
}

Result<void> SqliteDatabase::verify() {
  Query query(*this, "PRAGMA integrity_check(1)");
  TRY_ASSIGN(const bool found, query.next());
  std::string verdict;
  if (found) TRY(query.read(verdict));
  if (verdict == "ok") return {};
  Error damaged = to_error(handle_, SQLITE_CORRUPT, options_.path);
  damaged.text += fmt::format(" ({})", verdict);
  return damaged;
}

}  // namespace curlew::store
