#include "store/key_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace curlew::store {
namespace {

// Closed with its scope.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int get() const { return descriptor_; }

 private:
  const int descriptor_;
};

Error failed(const std::string& path, std::string_view what) {
  const int cause = errno;
  return {cause == ENOSPC ? ErrorKind::kDiskFull : ErrorKind::kFailed,
          fmt::format("{}: the key {}: {}", path, what, std::strerror(cause))};
}

Result<void> expect_private(const std::string& path, int file) {
  struct stat facts {};
  if (::fstat(file, &facts) != 0) return failed(path, "cannot be read");
  if (!S_ISREG(facts.st_mode)) {
    return Error{ErrorKind::kFailed, path + ": the key must be a plain file"};
  }
  const uid_t user = ::geteuid();
  if (facts.st_uid != user && user != 0) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: the key belongs to another user; it must belong to "
                             "whoever runs curlew: chown {} {}",
                             path, user, path)};
  }
  if ((facts.st_mode & 077) == 0) return {};
  return Error{
      ErrorKind::kFailed,
      fmt::format("{}: others may read the key (mode {:04o}): chmod 600 {}; if "
                  "somebody did, give the sources new passwords",
                  path, facts.st_mode & 07777, path)};
}

Result<void> write_all(const std::string& path, int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed(path, "cannot be written");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file) != 0) return failed(path, "cannot be written");
  return {};
}

Result<void> sync_folder(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  const File file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.get() >= 0 && ::fsync(file.get()) == 0) return {};
  return failed(path, "cannot be kept");
}

// Under another name, which mkstemp() makes for its owner alone, and then linked to its
// own: a link is there or not, and never takes the place of a key that is there.
Result<void> make_key(const std::string& path) {
  std::string scratch = path + ".XXXXXX";
  const File file(::mkostemp(scratch.data(), O_CLOEXEC));
  if (file.get() < 0) return failed(path, "cannot be made");
  auto made = write_all(path, file.get(), SealingKey::generate().text());
  if (made.ok() && ::link(scratch.c_str(), path.c_str()) != 0 && errno != EEXIST) {
    made = failed(path, "cannot be made");
  }
  ::unlink(scratch.c_str());
  TRY(made);
  return sync_folder(path);
}

}  // namespace

Result<SealingKey> read_key(const std::string& path) {
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) {
    Error error = failed(path, "cannot be read");
    if (errno == ENOENT) error.kind = ErrorKind::kNotFound;
    return error;
  }
  TRY(expect_private(path, file.get()));
  std::array<char, 256> text;
  const ssize_t size = ::read(file.get(), text.data(), text.size());
  if (size < 0) return failed(path, "cannot be read");
  auto key = SealingKey::parse({text.data(), static_cast<std::size_t>(size)});
  text.fill('\0');
  if (!key.ok()) return std::move(key).error().within(path);
  return key;
}

Result<SealingKey> read_or_make_key(const std::string& path) {
  auto key = read_key(path);
  if (key.ok() || key.error().kind != ErrorKind::kNotFound) return key;
  TRY(make_key(path));
  return read_key(path);
}

}  // namespace curlew::store
