#include "apps/directory_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "base/ascii.h"

namespace curlew::apps {
namespace {

std::string holder_of(int file) {
  char text[32] = {};
  const ssize_t size = pread(file, text, sizeof text - 1, 0);
  const std::string_view pid = trimmed({text, size > 0 ? std::size_t(size) : 0});
  return pid.empty() ? "another process" : fmt::format("process {}", pid);
}

// Whoever asks whether it is taken holds it for a moment, too.
bool try_to_lock(int file) {
  for (int tries = 0; tries < 10; ++tries) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

}  // namespace

bool DirectoryLock::is_taken(const std::string& directory) {
  const int file = open((directory + "/lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;  // Nobody ever ran here.
  const DirectoryLock lock(file);
  return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

Result<DirectoryLock> DirectoryLock::take(const std::string& directory) {
  const std::string path = directory + "/lock";
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) {
    return Error{ErrorKind::kFailed, fmt::format("{}: {}", path, std::strerror(errno))};
  }
  DirectoryLock lock(file);
  if (!try_to_lock(file)) {
    return Error{ErrorKind::kBusy,
                 fmt::format("{}: a Curlew is running on it already ({})", directory,
                             holder_of(file))};
  }
  // For people who ask who has it; the lock itself does not depend on it.
  const std::string pid = fmt::format("{}\n", getpid());
  if (ftruncate(file, 0) == 0) (void)!pwrite(file, pid.data(), pid.size(), 0);
  return lock;
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept
    : file_(std::exchange(other.file_, -1)) {}

DirectoryLock::~DirectoryLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace curlew::apps
