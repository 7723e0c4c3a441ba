#include "apps/commands/migrate.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>
#include <optional>
#include <string>

#include "apps/directory_lock.h"
#include "apps/output/progress.h"
#include "store/postgres/postgres_database.h"
#include "store/sqlite/sqlite_database.h"
#include "store/transfer.h"

namespace curlew::apps {
namespace {

// A bar for each table.
class TransferBars {
 public:
  explicit TransferBars(const Clock& clock) : clock_(clock) {}

  void show(const store::TransferProgress& progress) {
    const std::string what = fmt::format("{} {}", progress.doing, progress.table);
    if (what != what_) {
      what_ = what;
      shown_ = 0;
      bar_.reset();
      bar_.emplace(what, static_cast<std::size_t>(progress.total), clock_);
    }
    bar_->advance(static_cast<std::size_t>(progress.rows - shown_));
    shown_ = progress.rows;
  }

 private:
  const Clock& clock_;
  std::string what_;
  std::int64_t shown_ = 0;
  std::optional<Progress> bar_;
};

}  // namespace

Result<void> migrate_store(const Context& context, const MigrateOptions& options) {
  // It is not repeated: there may be a password in it.
  if (!store::is_postgres_url(options.to)) {
    return Error{ErrorKind::kUsage,
                 "--to: is not an address such as postgres://user@host/database"};
  }
  Config file_config = context.config;
  file_config.store = {};
  TRY(expect_data(file_config));
  TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::take(context.config.data.dir));

  Config server_config = context.config;
  server_config.store.url = options.to;
  if (!options.password_file.empty()) {
    server_config.store.password_file = options.password_file;
  }
  TRY_ASSIGN(const auto place, store_place(server_config));
  TRY_ASSIGN(const auto from,
             store::open_sqlite({.path = place.file,
                                 .use = store::FileUse::kReadOnly,
                                 .application_id = store::kCentralMark}));
  // As a controller: neither serve nor another migration writes there meanwhile.
  TRY_ASSIGN(const auto to,
             store::open_postgres({.url = place.url,
                                   .password = place.password,
                                   .use = store::ServerUse::kController}));
  store::Transferred moved;
  {
    TransferBars bars(context.clock);
    store::TransferOptions how;
    how.progress = [&](const auto& progress) { bars.show(progress); };
    TRY_ASSIGN(moved, store::transfer(*from, *to, how));
  }
  if (options.json) {
    const boost::json::object line{{"to", to->name()},
                                   {"tables", moved.tables},
                                   {"rows", moved.rows},
                                   {"mended", moved.mended},
                                   {"resumed", moved.was_resumed}};
    fmt::print(context.screen.out, "{}\n", serialize(line));
    return {};
  }
  fmt::print(
      context.screen.out, "{} rows of {} tables are in {}, and compared{}\n",
      moved.rows, moved.tables, to->name(),
      moved.mended == 0 ? "" : fmt::format("; {} texts were mended", moved.mended));
  fmt::print(context.screen.out,
             "{} is as it was. To go on there, put into the configuration:\n\n"
             "[store]\nurl = \"{}\"\n",
             place.file, options.to);
  if (!options.password_file.empty()) {
    fmt::print(context.screen.out, "password_file = \"{}\"\n", options.password_file);
  }
  return {};
}

}  // namespace curlew::apps
