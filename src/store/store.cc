#include "store/store.h"

#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "store/migration.h"
#include "store/postgres/postgres_database.h"
#include "store/sqlite/sqlite_database.h"
#include "store/transfer.h"

namespace curlew::store {
namespace {

namespace fs = std::filesystem;

FileUse use_of(OpenMode mode) {
  switch (mode) {
    case OpenMode::kReadOnly:
      return FileUse::kReadOnly;
    case OpenMode::kPresent:
      return FileUse::kPresent;
    case OpenMode::kReadWrite:
    case OpenMode::kController:
      return FileUse::kReadWrite;
  }
  return FileUse::kReadWrite;
}

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

Result<std::unique_ptr<Store>> open(const std::string& path, OpenMode mode,
                                    Milliseconds patience) {
  const bool may_write = mode != OpenMode::kReadOnly;
  TRY_ASSIGN(auto database, open_sqlite({.path = path,
                                         .use = use_of(mode),
                                         .application_id = kCentralMark,
                                         .busy_timeout = patience}));
  TRY(may_write ? migrate(*database, central_migrations())
                : check_schema(*database, central_migrations()));
  return std::make_unique<Store>(std::move(database));
}

Result<std::unique_ptr<Store>> open_postgres_store(const StorePlace& place,
                                                   OpenMode mode,
                                                   Milliseconds patience) {
  const bool may_write = mode != OpenMode::kReadOnly;
  PostgresOptions options{
      .url = place.url, .password = place.password, .busy_timeout = patience};
  if (mode == OpenMode::kReadOnly) options.use = ServerUse::kReadOnly;
  if (mode == OpenMode::kController) options.use = ServerUse::kController;
  TRY_ASSIGN(auto database, open_postgres(options));
  // Before that is asked: a transfer may have made the tables a moment ago.
  if (may_write) TRY(migrate(*database, central_migrations()));
  TRY_ASSIGN(const bool is_half_there, is_transfer_unfinished(*database));
  if (is_half_there) {
    return Error{ErrorKind::kFailed,
                 database->name() + ": curlew migrate was interrupted; run it again"};
  }
  if (may_write) return std::make_unique<Store>(std::move(database));
  TRY_ASSIGN(const int version, database->schema_version());
  if (version == 0) {
    return Error{ErrorKind::kNotFound,
                 database->name() + ": there is no data here yet"};
  }
  TRY(check_schema(*database, central_migrations()));
  return std::make_unique<Store>(std::move(database));
}

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, OpenMode mode,
                                                 Milliseconds patience) {
  std::error_code error;
  const bool is_new = !fs::exists(path, error) && !error;
  TRY(refuse_empty_file(path));
  auto store = open(path, mode, patience);
  // One that could not be made, for want of room, leaves nothing behind.
  if (!store.ok() && is_new && is_empty_file(path)) fs::remove(path, error);
  return store;
}

Result<std::unique_ptr<Store>> open_store(const StorePlace& place, OpenMode mode,
                                          Milliseconds patience) {
  if (place.url.empty()) return open_sqlite_store(place.file, mode, patience);
  return open_postgres_store(place, mode, patience);
}

}  // namespace curlew::store
