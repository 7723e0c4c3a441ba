#include "apps/commands/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "apps/commands/installation_key.h"
#include "apps/whole_file.h"
#include "base/bytes.h"
#include "service/seal_secrets.h"
#include "service/users.h"
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

// To write, and with no secret in plain text from then on.
Result<std::unique_ptr<store::Store>> open_sealed(const Config& config,
                                                  const store::StorePlace& place) {
  TRY_ASSIGN(auto store, store::open_store(place, store::OpenMode::kReadWrite));
  TRY(service::seal_plain_secrets(*store, key_maker(config, *store)));
  return store;
}

}  // namespace

std::string central_store_path(const Config& config) {
  return (fs::path(config.data.dir) / store::kCentralFile).string();
}

Result<std::string> password_in(const std::string& file) {
  TRY_ASSIGN(std::string text, read_whole_file(file, 4_KiB));
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  return text;
}

Result<store::StorePlace> store_place(const Config& config) {
  store::StorePlace place{.file = central_store_path(config), .url = config.store.url};
  if (place.url.empty()) return place;
  TRY_ASSIGN(const bool has_password, store::has_password(place.url));
  // Where a configuration is shown or a process listed, everybody would read it.
  if (has_password) {
    return Error{
        ErrorKind::kUsage,
        "the address of the PostgreSQL server holds a password; put it into a file "
        "(store.password_file, --password-file) or into the environment (PGPASSWORD)"};
  }
  if (config.store.password_file.empty()) return place;
  TRY_ASSIGN(place.password, password_in(config.store.password_file));
  return place;
}

std::string archive_folder(const Config& config) {
  return config.data.dir + "/archive";
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

Result<std::unique_ptr<store::Store>> make_store(const Config& config) {
  TRY(refuse_unfinished_restore(config));
  TRY(make_data_directory(config));
  TRY_ASSIGN(const auto place, store_place(config));
  return open_sealed(config, place);
}

Result<void> expect_data(const Config& config) {
  TRY(refuse_unfinished_restore(config));
  if (!config.store.url.empty()) return {};  // Opening it tells.
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

Result<std::unique_ptr<store::Store>> open_store(const Config& config,
                                                 store::OpenMode mode) {
  TRY(expect_data(config));
  TRY_ASSIGN(const auto place, store_place(config));
  if (mode == store::OpenMode::kReadWrite) return open_sealed(config, place);
  return store::open_store(place, mode);
}

void note_looking(const Context& context, store::Store& reading,
                  const std::string& user) {
  if (user.empty()) return;
  const Time now = context.clock.now();
  const auto row = service::find_user(reading, user);
  if (!row.ok() || !service::is_active_news(row->user, now)) return;
  const auto store = open_store(context.config, store::OpenMode::kReadWrite);
  if (store.ok()) (void)service::note_active(**store, row->user, now);
}

}  // namespace curlew::apps
