#include "store/backup/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/ascii.h"
#include "store/query.h"

namespace curlew::store {

namespace {

bool is_of_terminal(std::string_view name, std::string_view ending) {
  constexpr std::string_view kBefore = "terminal-";
  if (!name.starts_with(kBefore) || !name.ends_with(ending)) return false;
  name.remove_prefix(kBefore.size());
  name.remove_suffix(std::min(ending.size(), name.size()));
  return !name.empty() && name.size() <= 4 && std::ranges::all_of(name, is_ascii_digit);
}

}  // namespace

bool is_terminal_file(std::string_view name) { return is_of_terminal(name, ".db"); }

bool is_reading_mark(std::string_view name) { return is_of_terminal(name, ".reading"); }

Result<void> read_facts(Database& database, BackupFacts& facts) {
  TRY_ASSIGN(facts.schema, database.schema_version());
  Query query(database,
              "SELECT (SELECT count(*) FROM sources),"
              " (SELECT value FROM counters WHERE name = 'articles')");
  TRY_ASSIGN(const bool found, query.next());
  return found ? query.read(facts.sources, facts.articles) : Result<void>();
}

Result<std::vector<std::string>> names_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  if (error) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot be read: {}", folder, error.message())};
  }
  std::ranges::sort(names);
  return names;
}

Result<void> move_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return {};
  return Error{ErrorKind::kFailed,
               fmt::format("{}: cannot become {}: {}", from, to, std::strerror(errno))};
}

Result<void> sync_folder_of(const std::string& path) {
  auto folder = std::filesystem::path(path).parent_path().string();
  if (folder.empty()) folder = ".";
  const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // Some file systems have no sync of folders, and nothing better to offer.
  const bool is_synced = handle >= 0 && (::fsync(handle) == 0 || errno == EINVAL);
  const int cause = errno;
  if (handle >= 0) ::close(handle);
  if (is_synced) return {};
  return Error{ErrorKind::kFailed, fmt::format("{}: {}", folder, std::strerror(cause))};
}

}  // namespace curlew::store
