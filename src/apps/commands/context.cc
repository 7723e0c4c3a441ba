#include "apps/commands/context.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace curlew::apps {

namespace fs = std::filesystem;

std::string central_store_path(const Config& config) {
  return (fs::path(config.data.dir) / "central.db").string();
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
  TRY(make_data_directory(config));
  return store::open_sqlite_store(central_store_path(config),
                                  store::OpenMode::kReadWrite);
}

Result<std::unique_ptr<store::CentralStore>> open_store(const Config& config,
                                                        store::OpenMode mode) {
  const std::string path = central_store_path(config);
  std::error_code error;
  const bool exists = fs::exists(path, error);
  // Without permission nobody can say what is there.
  if (error) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot be read: {}", path, error.message())};
  }
  if (!exists) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: no data here yet; begin with curlew add URL, or name "
                             "the directory with --data",
                             config.data.dir)};
  }
  return store::open_sqlite_store(path, mode);
}

}  // namespace curlew::apps
