#include "store/sqlite/errors.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstring>

namespace curlew::store {
namespace {

// A file-size limit and a quota end like a full disk: no more room for this file.
bool is_out_of_space(int system_error) {
  return system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
}

// Not sqlite3_system_errno(): a failed COMMIT does not set it, and it is never cleared.
int system_error_of(int code) {
  const int cause = errno;
  const int kind = code & 0xff;
  return kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN ? cause : 0;
}

ErrorKind kind_of(int code, int system_error) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return ErrorKind::kBusy;
    case SQLITE_FULL:
      return ErrorKind::kDiskFull;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorKind::kCorrupt;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      return is_out_of_space(system_error) ? ErrorKind::kDiskFull : ErrorKind::kFailed;
    default:
      return ErrorKind::kFailed;
  }
}

std::string other_text(sqlite3* connection, int code, int system_error) {
  std::string text = sqlite3_errstr(code);
  if (connection && sqlite3_errmsg(connection) != text) {
    text += fmt::format(" ({})", sqlite3_errmsg(connection));
  }
  if (system_error != 0) text += fmt::format(": {}", std::strerror(system_error));
  return text;
}

}  // namespace

Error to_error(sqlite3* connection, int code, const std::string& path) {
  const int system_error = system_error_of(code);
  const ErrorKind kind = kind_of(code, system_error);
  switch (kind) {
    case ErrorKind::kBusy:
      return {kind, path +
                        ": another program is writing to this database and does not "
                        "finish; end it, or try again"};
    case ErrorKind::kDiskFull:
      return {kind, path +
                        ": no space left to write to this database; what was "
                        "committed before is safe"};
    case ErrorKind::kCorrupt:
      return {kind,
              fmt::format("{}: {}; restore a backup, or save what can be read with "
                          "`sqlite3 FILE .recover`",
                          path,
                          (code & 0xff) == SQLITE_NOTADB ? "this file is no database"
                                                         : "this database is damaged")};
    default:
      return {kind,
              fmt::format("{}: {}", path, other_text(connection, code, system_error))};
  }
}

}  // namespace curlew::store
