#include "store/central_store.h"

#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "store/migration.h"
#include "store/sql_central_store.h"
#include "store/sqlite/sqlite_database.h"

namespace curlew::store {
namespace {

namespace fs = std::filesystem;

bool is_empty_file(const std::string& path) {
  std::error_code error;
  return fs::file_size(path, error) == 0 && !error;
}

// A store has its first page from the moment it is made: one without was cut off, by a
// copy that failed or a disk that forgot. To begin anew in it would hide that. Another
// program may be about to make it, though, and gets two seconds.
Result<void> refuse_empty_file(const std::string& path) {
  constexpr int kTries = 40;
  for (int tries = 0; tries < kTries; ++tries) {
    if (!is_empty_file(path)) return {};
    std::this_thread::sleep_for(Milliseconds(50));
  }
  return Error{
      ErrorKind::kCorrupt,
      path +
          ": this database is empty (0 bytes); restore a backup, or remove the "
          "file to begin anew"};
}

Result<std::unique_ptr<CentralStore>> open(const std::string& path, OpenMode mode,
                                           Milliseconds patience) {
  const bool may_write = mode == OpenMode::kReadWrite;
  TRY_ASSIGN(auto database,
             open_sqlite({.path = path,
                          .use = may_write ? FileUse::kReadWrite : FileUse::kReadOnly,
                          .application_id = kCentralMark,
                          .busy_timeout = patience}));
  TRY(may_write ? migrate(*database, central_migrations())
                : check_schema(*database, central_migrations()));
  return make_central_store(std::move(database));
}

}  // namespace

Result<std::unique_ptr<CentralStore>> open_sqlite_store(const std::string& path,
                                                        OpenMode mode,
                                                        Milliseconds patience) {
  std::error_code error;
  const bool is_new = !fs::exists(path, error) && !error;
  TRY(refuse_empty_file(path));
  auto store = open(path, mode, patience);
  // One that could not be made, for want of room, leaves nothing behind.
  if (!store.ok() && is_new && is_empty_file(path)) fs::remove(path, error);
  return store;
}

}  // namespace curlew::store
