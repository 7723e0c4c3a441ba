#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>
#include <vector>

#include "base/log.h"
#include "store/backup/archive.h"
#include "store/backup/backup.h"
#include "store/backup/files.h"
#include "store/key_file.h"
#include "store/migration.h"
#include "store/query.h"
#include "store/sqlite/sqlite_database.h"
#include "store/store.h"
#include "store/terminal_cache.h"

namespace curlew::store {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPart = "restore.part";
constexpr const char* kReady = "restore.ready";
constexpr Bytes kLargestText = 1_MiB;

std::string inside(const std::string& directory, std::string_view name) {
  return (fs::path(directory) / name).string();
}

Result<void> remove_tree(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (!error) return {};
  return Error{ErrorKind::kFailed,
               fmt::format("{}: cannot be removed: {}", path, error.message())};
}

// What a restore itself leaves, and what any command leaves, does not count.
Result<void> refuse_existing(const std::string& directory) {
  TRY_ASSIGN(const auto names, names_in(directory));
  for (const std::string& name : names) {
    if (name == "lock" || name == kPart) continue;
    return Error{ErrorKind::kExists,
                 fmt::format("{}: is not empty ({}); --replace lets the backup take "
                             "the place of all that is stored there",
                             directory, name)};
  }
  return {};
}

Error no_backup(const std::string& file, std::string_view why) {
  return {ErrorKind::kMalformed,
          fmt::format("{}: is no whole backup of Curlew: {}", file, why)};
}

Result<void> read_description(const std::string& file, const std::string& text,
                              BackupFacts& facts) {
  boost::system::error_code error;
  const boost::json::value parsed = boost::json::parse(text, error);
  const boost::json::object* fields = error ? nullptr : parsed.if_object();
  const boost::json::value* format = fields ? fields->if_contains("format") : nullptr;
  if (!format || !format->is_int64()) {
    return no_backup(file, "its description cannot be read");
  }
  const auto text_of = [&](const char* name) {
    const boost::json::value* value = fields->if_contains(name);
    return value && value->is_string() ? std::string(value->get_string())
                                       : std::string();
  };
  facts.version = text_of("curlew");
  facts.created = text_of("created");
  if (format->get_int64() <= kBackupFormat) return {};
  return Error{ErrorKind::kUnsupported,
               fmt::format("{}: written by a newer Curlew ({:.40}, format {}); restore "
                           "it with that version",
                           file, facts.version, format->get_int64())};
}

bool is_ours(std::string_view name) {
  return name == kCentralFile || name == kConfigFile || name == kKeyFile ||
         is_terminal_file(name);
}

// Unpacks everything into `part`. Only after finish() has agreed is any of it read.
Result<BackupFacts> unpack(const std::string& file, const std::string& part) {
  TRY_ASSIGN(ArchiveReader archive, ArchiveReader::open(file));
  BackupFacts facts;
  std::error_code ignored;
  facts.bytes = fs::file_size(file, ignored);
  TRY_ASSIGN(const auto first, archive.next());
  if (!first || first->name != kDescriptionFile) {
    return no_backup(file, "its description is missing");
  }
  TRY_ASSIGN(const std::string description, archive.read_text(kLargestText));
  TRY(read_description(file, description, facts));
  bool has_central = false;
  while (true) {
    TRY_ASSIGN(const auto entry, archive.next());
    if (!entry) break;
    if (!is_ours(entry->name)) {
      return no_backup(file, fmt::format("'{}' is not ours", entry->name));
    }
    if (entry->name == kKeyFile && entry->size > kLargestText) {
      return no_backup(file, "its key is larger than 1 MiB");
    }
    if (entry->name == kConfigFile && entry->size > kLargestText) {
      return no_backup(file, "its configuration is larger than 1 MiB");
    }
    has_central |= entry->name == kCentralFile;
    facts.has_config |= entry->name == kConfigFile;
    TRY(archive.extract(
        inside(part, entry->name == kConfigFile ? kRestoredConfigFile : entry->name)));
  }
  TRY(archive.finish());
  if (!has_central) return no_backup(file, "there is no database in it");
  return facts;
}

using Objects = std::set<std::vector<std::string>>;

Result<Objects> schema_of(Database& database) {
  Query query(database,
              "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema");
  Objects objects;
  while (true) {
    TRY_ASSIGN(const bool found, query.next());
    if (!found) return objects;
    std::vector<std::string> object(4);
    TRY(query.read(object[0], object[1], object[2], object[3]));
    objects.insert(std::move(object));
  }
}

// All that our migrations make, word by word, and beside it nothing but indexes and
// statistics of an operator's own: no trigger, no view in the place of a table.
Result<void> check_tables(Database& database, std::span<const Migration> known,
                          std::uint32_t mark, const std::string& scratch) {
  TRY_ASSIGN(const int version, database.schema_version());
  if (version > known.back().version) return check_schema(database, known);
  const auto applied =
      std::span(known).first(static_cast<std::size_t>(std::ranges::count_if(
          known, [&](const auto& m) { return m.version <= version; })));
  TRY_ASSIGN(const auto fresh, open_sqlite({.path = scratch, .application_id = mark}));
  TRY(migrate(*fresh, applied));
  TRY_ASSIGN(Objects expected, schema_of(*fresh));
  TRY_ASSIGN(const Objects found, schema_of(database));
  for (const auto& object : found) {
    const bool is_extra = object[0] == "index" || object[1].starts_with("sqlite_stat");
    if (expected.erase(object) == 0 && !is_extra) {
      return Error{ErrorKind::kMalformed,
                   fmt::format("the database in it has a {} '{:.60}' that is not ours",
                               object[0], object[1])};
    }
  }
  if (version > 0 && expected.empty()) return {};
  return Error{ErrorKind::kMalformed, "the database in it lacks tables of ours"};
}

Result<void> check_central(const std::string& part, BackupFacts& facts) {
  const std::string path = inside(part, kCentralFile);
  TRY_ASSIGN(const auto database, open_sqlite({.path = path,
                                               .use = FileUse::kReadOnly,
                                               .application_id = kCentralMark}));
  TRY(check_tables(*database, central_migrations(), kCentralMark,
                   inside(part, "schema.db")));
  TRY(database->verify());
  return read_facts(*database, facts);
}

// A cache tells terminals what to ask for and what they may leave: it is checked as the
// central database is.
Result<void> check_cache(const std::string& part, const std::string& name) {
  TRY_ASSIGN(const auto database, open_sqlite({.path = inside(part, name),
                                               .use = FileUse::kReadOnly,
                                               .application_id = kCacheMark}));
  TRY(check_tables(*database, cache_migrations(), kCacheMark,
                   inside(part, "schema-of-" + name)));
  return database->verify();
}

Result<void> check_all(const std::string& part, BackupFacts& facts) {
  TRY(check_central(part, facts));
  TRY_ASSIGN(const auto names, names_in(part));
  for (const std::string& name : names) {
    if (is_terminal_file(name)) TRY(check_cache(part, name));
    if (name == kKeyFile) TRY(read_key(inside(part, name)));
  }
  return {};
}

// Only what the archive brought is left in the folder.
Result<void> sweep(const std::string& part) {
  TRY_ASSIGN(const auto names, names_in(part));
  for (const std::string& name : names) {
    if (is_ours(name) || name == kRestoredConfigFile) continue;
    TRY(remove_tree(inside(part, name)));
  }
  return sync_folder_of(inside(part, kCentralFile));
}

Result<BackupFacts> prepare(const std::string& file, const std::string& part) {
  TRY(remove_tree(part));
  std::error_code error;
  fs::create_directories(part, error);
  if (error) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot be made: {}", part, error.message())};
  }
  fs::permissions(part, fs::perms::owner_all, error);
  TRY_ASSIGN(BackupFacts facts, unpack(file, part));
  if (auto checked = check_all(part, facts); !checked.ok()) {
    return std::move(checked).error().within(file);
  }
  TRY(sweep(part));
  return facts;
}

// A database's log belongs to it alone: beside another file it would be taken for that
// one's.
Result<void> remove_with_log(const std::string& path) {
  for (const char* end : {"-wal", "-shm", ""}) {
    if (std::remove((path + end).c_str()) != 0 && errno != ENOENT) {
      return Error{ErrorKind::kFailed,
                   fmt::format("{}{}: cannot be removed: {}", path, end,
                               std::generic_category().message(errno))};
    }
  }
  return {};
}

// A cache that the backup knows nothing of remembers other sources under the same
// numbers, and so does the mark of what a terminal was reading when it died.
Result<void> remove_terminal_files(const std::string& directory) {
  TRY_ASSIGN(const auto names, names_in(directory));
  for (const std::string& name : names) {
    if (is_terminal_file(name) || is_reading_mark(name)) {
      TRY(remove_with_log(inside(directory, name)));
    }
  }
  return {};
}

}  // namespace

Result<BackupFacts> restore_backup(const std::string& file,
                                   const std::string& directory, Existing existing) {
  TRY(finish_restore(directory));
  if (existing == Existing::kRefused) TRY(refuse_existing(directory));
  const std::string part = inside(directory, kPart);
  auto facts = prepare(file, part);
  if (!facts.ok()) {
    if (const auto removed = remove_tree(part); !removed.ok()) {
      log_warning("{}", removed.error().text);
    }
    return facts;
  }
  TRY(move_file(part, inside(directory, kReady)));
  TRY(sync_folder_of(part));
  TRY(finish_restore(directory));
  return facts;
}

bool is_restore_unfinished(const std::string& directory) {
  std::error_code error;
  return fs::exists(inside(directory, kReady), error);
}

Result<void> finish_restore(const std::string& directory) {
  if (!is_restore_unfinished(directory)) return {};
  const std::string ready = inside(directory, kReady);
  TRY_ASSIGN(const auto names, names_in(ready));
  // The central file is the first to move: while it is here, every cache in the
  // directory is an old one.
  const bool is_begun = std::ranges::find(names, kCentralFile) == names.end();
  if (!is_begun) TRY(remove_terminal_files(directory));
  for (const std::string& name : names) {
    TRY(remove_with_log(inside(directory, name)));
    TRY(move_file(inside(ready, name), inside(directory, name)));
  }
  TRY(sync_folder_of(ready));
  TRY(remove_tree(ready));
  return sync_folder_of(ready);
}

}  // namespace curlew::store
