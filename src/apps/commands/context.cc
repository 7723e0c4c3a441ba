#include "apps/commands/context.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "store/backup/backup.h"

namespace curlew::apps {

namespace fs = std::filesystem;

namespace {

Result<void> refuse_unfinished_restore(const Config& config) {
  if (!store::is_restore_unfinished(config.data.dir)) return {};
  return Error{ErrorKind::kFailed,
               fmt::format("{}: a restore was interrupted; curlew serve finishes it",
                           config.data.dir)};
}

}  // namespace

std::string central_store_path(const Config& config) {
  return (fs::path(config.data.dir) / store::kCentralFile).string();
}

Result<void> make_data_directory(const Config& config) {
  const fs::path directory(config.data.dir);
  std::error_code error;
  const bool is_new = fs::create_directories(directory, error);
  if (error) {
    return Error{ErrorKind::kFailed, fmt::format("{}: cannot be made: {}",
                                                 config.data.dir, error.message())};
  }
  // It holds credentials of sources: for its owner alone.
  if (is_new) fs::permissions(directory, fs::perms::owner_all, error);
  return {};
}

Result<std::unique_ptr<store::CentralStore>> make_store(const Config& config) {
  TRY(refuse_unfinished_restore(config));
  TRY(make_data_directory(config));
  return store::open_sqlite_store(central_store_path(config),
                                  store::OpenMode::kReadWrite);
}

Result<void> expect_data(const Config& config) {
  TRY(refuse_unfinished_restore(config));
  std::error_code error;
  const fs::file_type type = fs::status(config.data.dir, error).type();
  if (type != fs::file_type::directory && fs::exists(fs::file_status(type)) && !error) {
    return Error{ErrorKind::kFailed, config.data.dir + ": not a directory"};
  }
  const bool exists = fs::exists(central_store_path(config), error);
  // Without permission nobody can say what is there.
  if (error) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot be read: {}", central_store_path(config),
                             error.message())};
  }
  if (!exists) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: no data here yet; begin with curlew add URL, or name "
                             "the directory with --data",
                             config.data.dir)};
  }
  return {};
}

Result<std::unique_ptr<store::CentralStore>> open_store(const Config& config,
                                                        store::OpenMode mode) {
  TRY(expect_data(config));
  return store::open_sqlite_store(central_store_path(config), mode);
}

}  // namespace curlew::apps
