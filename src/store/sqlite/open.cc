#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include "store/sqlite/connection.h"
#include "store/sqlite/errors.h"
#include "store/sqlite/sqlite_database.h"
#include "store/sqlite/unnest.h"

namespace curlew::store {
namespace {

// The file must exist with its mode before SQLite sees it: credentials of sources are
// in it, and the log beside it gets the same mode. One that exists is not opened here:
// closing it would drop the locks of all connections that this process has to it
// (POSIX), and another program would take away the log that they write to.
Result<void> create_private_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) {
    if (errno == EEXIST && ::access(path.c_str(), R_OK | W_OK) == 0) return {};
    const int cause = errno;
    return Error{cause == ENOSPC ? ErrorKind::kDiskFull : ErrorKind::kFailed,
                 fmt::format("{}: cannot be opened for writing: {}", path,
                             std::strerror(cause))};
  }
  ::close(file);
  return {};
}

Result<void> prepare_file(const SqliteOptions& options) {
  if (options.use == FileUse::kReadWrite) return create_private_file(options.path);
  if (::access(options.path.c_str(), F_OK) == 0) return {};
  return Error{ErrorKind::kNotFound, options.path + ": there is no database here yet"};
}

Result<std::unique_ptr<SqliteDatabase>> connect(const SqliteOptions& options) {
  const int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                    (options.use == FileUse::kReadOnly ? SQLITE_OPEN_READONLY
                                                       : SQLITE_OPEN_READWRITE);
  const char* layer = options.file_layer.empty() ? nullptr : options.file_layer.c_str();
  // SQLite would count all memory that it takes, which costs a lock each time and which
  // nobody asks for. It goes on counting where somebody has used it before.
  [[maybe_unused]] static const int uncounted =
      sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3* handle = nullptr;
  errno = 0;
  const int code = sqlite3_open_v2(options.path.c_str(), &handle, flags, layer);
  if (code != SQLITE_OK) {
    Error error = to_error(handle, code, options.path);
    sqlite3_close_v2(handle);
    return error;
  }
  sqlite3_busy_timeout(handle, static_cast<int>(options.busy_timeout.count()));
  // What stands in a damaged or hostile file must not run as code.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  add_unnest(handle);
  return std::make_unique<SqliteDatabase>(handle, options);
}

// Also the first read of the file, and so where a damaged or foreign one shows. The
// tables are counted before the mark is read: it is written along with the first of
// them, and another Curlew may do so at this moment.
Result<void> check_owner(SqliteDatabase& database) {
  TRY_ASSIGN(const std::int64_t tables,
             database.number("SELECT count(*) FROM sqlite_schema"));
  TRY_ASSIGN(const std::int64_t mark, database.number("PRAGMA application_id"));
  if (static_cast<std::uint32_t>(mark) == database.options().application_id) return {};
  if (mark == 0 && tables == 0) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("{}: this database belongs to another program "
                           "(application id {:#x})",
                           database.name(), static_cast<std::uint32_t>(mark))};
}

// Pages of 8 KB (in a new file) halve the writes of articles: each page costs two calls
// into the log and a third at the checkpoint. Larger ones would make the small change
// of a schedule's row dear. 4,000 pages (32 MB) between checkpoints lets hot pages be
// copied back once instead of every batch; the limit gives the space back after one
// huge transaction. The cache is what one batch may dirty before it spills; it is taken
// only as needed.
Result<void> configure(SqliteDatabase& database) {
  const bool survives_power_loss =
      database.options().durability == Durability::kPowerLoss;
  TRY(
      database.run_script("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32000;"
                          "PRAGMA cell_size_check = ON"));
  if (database.options().use == FileUse::kReadOnly) return {};
  return database.run_script(
      fmt::format("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL;"
                  "PRAGMA synchronous = {};"
                  "PRAGMA wal_autocheckpoint = 4000;"
                  "PRAGMA journal_size_limit = 67108864",
                  survives_power_loss ? "FULL" : "NORMAL"));
}

// SQLite does not wait when two programs turn a new file to its log at once: the loser
// is told at once that the file is busy. It tries again for as long as SQLite waits
// elsewhere, by the clock: where others only read, each try has waited that long.
Result<void> configure_patiently(SqliteDatabase& database) {
  const auto end = std::chrono::steady_clock::now() + database.options().busy_timeout;
  while (true) {
    auto configured = configure(database);
    const bool is_busy =
        !configured.ok() && configured.error().kind == ErrorKind::kBusy;
    if (!is_busy || std::chrono::steady_clock::now() >= end) return configured;
    std::this_thread::sleep_for(Milliseconds(20));
  }
}

// A write-ahead log needs a file beside the database even to read it; without one
// SQLite only says that it cannot open "it".
Error explained(Error error, const SqliteOptions& options) {
  const auto folder = std::filesystem::path(options.path).parent_path();
  const bool is_cause = error.kind == ErrorKind::kFailed &&
                        options.use == FileUse::kReadOnly && !folder.empty() &&
                        ::access(folder.c_str(), W_OK) != 0;
  if (!is_cause) return error;
  return Error{
      ErrorKind::kFailed,
      fmt::format("{}: cannot be read, since nothing can be written beside it: "
                  "{}; copy its directory elsewhere",
                  options.path, std::strerror(errno))};
}

}  // namespace

Result<std::unique_ptr<Database>> open_sqlite(const SqliteOptions& options) {
  TRY(prepare_file(options));
  TRY_ASSIGN(auto database, connect(options));
  if (auto checked = check_owner(*database); !checked.ok()) {
    return explained(std::move(checked).error(), options);
  }
  TRY(configure_patiently(*database));
  return std::unique_ptr<Database>(std::move(database));
}

}  // namespace curlew::store
