#include "apps/commands/backup.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <filesystem>

#include "apps/directory_lock.h"
#include "apps/whole_file.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "store/backup/backup.h"

namespace curlew::apps {
namespace {

namespace fs = std::filesystem;

// There a name could be that of a store, and --force would overwrite it.
Result<void> expect_outside(const std::string& directory, const std::string& file) {
  std::error_code error;
  fs::path folder = fs::path(file).parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::equivalent(folder, directory, error)) return {};
  return Error{
      ErrorKind::kUsage,
      fmt::format("{}: lies in the data directory; a backup must lie elsewhere", file)};
}

// The file that is written: a link is followed. Whatever else is there (a device, a
// pipe, a directory) would be replaced by a plain file of its name.
Result<std::string> plain_target(const std::string& file) {
  std::error_code error;
  const fs::file_type linked = fs::symlink_status(file, error).type();
  if (linked == fs::file_type::not_found || linked == fs::file_type::regular) {
    return file;
  }
  if (fs::status(file, error).type() != fs::file_type::regular) {
    return Error{ErrorKind::kUsage, file + ": is not a plain file"};
  }
  const fs::path target = fs::canonical(file, error);
  if (!error) return target.string();
  return Error{ErrorKind::kFailed,
               fmt::format("{}: cannot be read: {}", file, error.message())};
}

Result<void> expect_file_store(const Config& config) {
  if (config.store.url.empty()) return {};
  return Error{ErrorKind::kUsage,
               "backup and restore save a data directory; what a PostgreSQL server "
               "holds (store.url) is saved by pg_dump and brought back by pg_restore, "
               "and with it belongs the data directory's key file"};
}

void print_facts(const Context& context, std::string_view done, const std::string& file,
                 const store::BackupFacts& facts, bool json) {
  if (json) {
    const boost::json::object line{{"file", file},
                                   {"bytes", facts.bytes},
                                   {"created", plain_text(facts.created)},
                                   {"version", plain_text(facts.version)},
                                   {"schema", facts.schema},
                                   {"sources", facts.sources},
                                   {"articles", facts.articles},
                                   {"config", facts.has_config}};
    fmt::print(context.screen.out, "{}\n", serialize(line));
    return;
  }
  fmt::print(context.screen.out, "{} {}: {}, {}, {:.1f} MB, {}\n", done, file,
             counted(facts.sources, "source"), counted(facts.articles, "article"),
             double(facts.bytes) / 1e6, plain_text(facts.created));
}

}  // namespace

Result<void> back_up(const Context& context, const BackupCommandOptions& options) {
  TRY(expect_file_store(context.config));
  TRY(expect_data(context.config));
  TRY_ASSIGN(const std::string file, plain_target(options.file));
  TRY(expect_outside(context.config.data.dir, file));
  std::error_code error;
  if (!options.force && fs::exists(file, error)) {
    return Error{ErrorKind::kExists,
                 options.file + ": is there already; --force overwrites it"};
  }
  store::BackupOptions backup{.directory = context.config.data.dir,
                              .file = file,
                              .version = CURLEW_VERSION,
                              .now = context.clock.now()};
  if (!context.config.file.empty()) {
    TRY_ASSIGN(backup.config, read_whole_file(context.config.file));
  }
  TRY_ASSIGN(const auto facts, store::write_backup(backup));
  print_facts(context, "wrote", options.file, facts, options.json);
  const std::string archive = archive_folder(context.config);
  if (fs::exists(archive, error) && !options.json) {
    fmt::print(context.screen.out,
               "versions are not in it: copy {} as well, whose files only grow\n",
               archive);
  }
  return {};
}

Result<void> restore(const Context& context, const RestoreCommandOptions& options) {
  TRY(expect_file_store(context.config));
  const std::string& directory = context.config.data.dir;
  TRY(make_data_directory(context.config));
  TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::take(directory));
  TRY_ASSIGN(const auto facts,
             store::restore_backup(options.file, directory,
                                   options.replace ? store::Existing::kReplaced
                                                   : store::Existing::kRefused));
  print_facts(context, "restored", options.file, facts, options.json);
  if (facts.has_config && !options.json) {
    fmt::print(context.screen.out, "its configuration is in {}/curlew.toml.restored\n",
               directory);
  }
  return {};
}

}  // namespace curlew::apps
