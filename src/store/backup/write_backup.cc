#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "store/backup/archive.h"
#include "store/backup/backup.h"
#include "store/backup/files.h"
#include "store/key_file.h"
#include "store/sqlite/sqlite_database.h"
#include "store/store.h"
#include "store/terminal_cache.h"

namespace curlew::store {
namespace {

// Goes away with its scope, whatever happened.
class ScratchFile {
 public:
  explicit ScratchFile(std::string path) : path_(std::move(path)) {}
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { remove(); }
  const std::string& path() const { return path_; }
  void remove() const { std::remove(path_.c_str()); }
  // It has got another name; one of the old name is somebody else's.
  void release() { path_.clear(); }

 private:
  std::string path_;
};

// Private from its first byte on.
Result<void> copy_private(const std::string& from, std::uint32_t mark,
                          const ScratchFile& to) {
  to.remove();
  const int file =
      ::open(to.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) {
    return Error{
        errno == ENOSPC ? ErrorKind::kDiskFull : ErrorKind::kFailed,
        fmt::format("{}: cannot be written: {}", to.path(), std::strerror(errno))};
  }
  ::close(file);
  auto copied = copy_sqlite(from, mark, to.path());
  if (copied.ok()) return copied;
  return std::move(copied).error().within(fmt::format("copying to {}", to.path()));
}

std::string description_of(const BackupOptions& options) {
  return boost::json::serialize(
             boost::json::object{{"format", kBackupFormat},
                                 {"curlew", options.version},
                                 {"created", to_iso8601(options.now)}}) +
         "\n";
}

Result<void> fill(ArchiveWriter& archive, const BackupOptions& options,
                  const ScratchFile& copy, BackupFacts& facts) {
  TRY(archive.add_text(kDescriptionFile, description_of(options)));
  facts.has_config = !options.config.empty();
  if (facts.has_config) TRY(archive.add_text(kConfigFile, options.config));
  // Without it a restore would bring back sources that cannot log in.
  const std::string key = options.directory + "/" + kKeyFile;
  if (::access(key.c_str(), F_OK) == 0) TRY(archive.add_file(kKeyFile, key));
  TRY_ASSIGN(const auto names, names_in(options.directory));
  for (const std::string& name : names) {
    if (!is_terminal_file(name)) continue;
    const auto copied = copy_private(options.directory + "/" + name, kCacheMark, copy);
    // A damaged cache is begun anew anyway.
    if (!copied.ok() && copied.error().kind == ErrorKind::kCorrupt) continue;
    TRY(copied);
    TRY(archive.add_file(name, copy.path()));
  }
  TRY(copy_private(options.directory + "/" + kCentralFile, kCentralMark, copy));
  TRY_ASSIGN(const auto central, open_sqlite({.path = copy.path(),
                                              .use = FileUse::kReadOnly,
                                              .application_id = kCentralMark}));
  TRY(read_facts(*central, facts));
  TRY(archive.add_file(kCentralFile, copy.path()));
  TRY_ASSIGN(facts.bytes, archive.finish());
  return {};
}

}  // namespace

Result<BackupFacts> write_backup(const BackupOptions& options) {
  BackupFacts facts{.version = options.version, .created = to_iso8601(options.now)};
  const std::string path = options.file + ".part";
  TRY_ASSIGN(ArchiveWriter archive, ArchiveWriter::create(path, options.now));
  ScratchFile part(path);
  const ScratchFile copy(path + "-db");
  TRY(fill(archive, options, copy, facts));
  TRY(move_file(part.path(), options.file));
  part.release();
  TRY(sync_folder_of(options.file));
  return facts;
}

}  // namespace curlew::store
