#include "fetch/browser/browser_profile.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

namespace curlew::fetch {
namespace {

constexpr std::string_view kPrefix = "curlew-browser-";

// What no switch turns off: after a certificate that it does not trust, Chromium asks a
// server of its maker's whether there is a log-in page in the way.
constexpr std::string_view kPreferences =
    R"({"alternate_error_pages": {"enabled": false}})";

// The descriptor that holds the lock; -1 when somebody else does.
int try_lock(const std::filesystem::path& folder) {
  const int number =
      open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (number >= 0 && flock(number, LOCK_EX | LOCK_NB) == 0) return number;
  if (number >= 0) close(number);
  return -1;
}

bool is_own(const std::filesystem::path& path) {
  struct stat facts {};
  return lstat(path.c_str(), &facts) == 0 && facts.st_uid == geteuid();
}

void remove_abandoned(const std::filesystem::path& parent) {
  std::error_code error;
  std::filesystem::directory_iterator entry(parent, error);
  for (; !error && entry != std::filesystem::directory_iterator();
       entry.increment(error)) {
    const std::filesystem::path& path = entry->path();
    if (!path.filename().string().starts_with(kPrefix) || !is_own(path)) continue;
    const int lock = try_lock(path);
    if (lock < 0) continue;
    std::error_code unremoved;  // The next one tries again.
    std::filesystem::remove_all(path, unremoved);
    close(lock);
  }
}

// Processes of the group that are dying may still write to it.
void remove_folder(const std::filesystem::path& folder) {
  for (int i = 0; i < 20; ++i) {
    std::error_code error;
    std::filesystem::remove_all(folder, error);
    if (!std::filesystem::exists(folder, error)) return;
    usleep(10'000);
  }
}

}  // namespace

BrowserProfile::BrowserProfile(std::filesystem::path path, int lock)
    : path_(std::move(path)), lock_(lock) {}

BrowserProfile::~BrowserProfile() {
  remove_folder(path_);
  close(lock_);
}

Result<std::unique_ptr<BrowserProfile>> BrowserProfile::make(
    const std::filesystem::path& parent) {
  remove_abandoned(parent);
  std::string path;
  // Between its making and its lock another may take the folder for abandoned.
  for (int tries = 0; tries < 10; ++tries) {
    path = (parent / fmt::format("{}XXXXXX", kPrefix)).string();
    if (mkdtemp(path.data()) == nullptr) break;
    const int lock = try_lock(path);
    if (lock < 0) continue;
    std::unique_ptr<BrowserProfile> profile(new BrowserProfile(path, lock));
    std::error_code error;
    if (!std::filesystem::create_directory(profile->path_ / "Default", error)) continue;
    std::ofstream(profile->path_ / "Default" / "Preferences") << kPreferences;
    return profile;
  }
  return Error{ErrorKind::kFailed,
               fmt::format("browser: {}: {}", path, std::strerror(errno))};
}

}  // namespace curlew::fetch
