#include "archive/disk.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace curlew::archive {
namespace {

constexpr const char* kLockFile = "lock";

Error disk_error(std::string_view path, std::string_view what) {
  const int code = errno;
  const ErrorKind kind = code == ENOSPC || code == EDQUOT ? ErrorKind::kDiskFull
                         : code == ENOENT                 ? ErrorKind::kNotFound
                         : code == EEXIST                 ? ErrorKind::kExists
                         : code == EWOULDBLOCK            ? ErrorKind::kBusy
                                                          : ErrorKind::kFailed;
  return {kind, fmt::format("{}: cannot {}: {}", path, what, std::strerror(code))};
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int operator*() const { return number_; }

 private:
  const int number_;
};

class RealFile final : public File {
 public:
  RealFile(std::string path, int descriptor, Bytes size)
      : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

  Bytes size() const override { return size_; }

  Result<std::string> read(Bytes offset, std::size_t most) const override {
    // Another process may be writing it: what is there now counts.
    std::string bytes(most, '\0');
    std::size_t got = 0;
    while (got < most) {
      const ssize_t now = ::pread(*descriptor_, bytes.data() + got, most - got,
                                  static_cast<off_t>(offset + got));
      if (now < 0 && errno == EINTR) continue;
      if (now < 0) return disk_error(path_, "read");
      if (now == 0) break;
      got += static_cast<std::size_t>(now);
    }
    bytes.resize(got);
    return bytes;
  }

  Result<void> append(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t now =
          ::pwrite(*descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
      if (now < 0 && errno == EINTR) continue;
      if (now < 0) return disk_error(path_, "write");
      bytes.remove_prefix(static_cast<std::size_t>(now));
      size_ += static_cast<Bytes>(now);
    }
    return {};
  }

  Result<void> truncate(Bytes size) override {
    if (::ftruncate(*descriptor_, static_cast<off_t>(size)) != 0) {
      return disk_error(path_, "cut");
    }
    size_ = size;
    return {};
  }

  Result<void> sync() override {
    if (::fdatasync(*descriptor_) != 0) return disk_error(path_, "sync");
    return {};
  }

 private:
  const std::string path_;
  const Descriptor descriptor_;
  Bytes size_;
};

Result<std::unique_ptr<File>> open_real(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0640);
  if (descriptor < 0) return disk_error(path, "open");
  struct stat facts;
  if (::fstat(descriptor, &facts) != 0) {
    const Error error = disk_error(path, "look at");
    ::close(descriptor);
    return error;
  }
  return std::unique_ptr<File>(
      std::make_unique<RealFile>(path, descriptor, static_cast<Bytes>(facts.st_size)));
}

class RealLock final : public Lock {
 public:
  explicit RealLock(int descriptor) : descriptor_(descriptor) {}

 private:
  const Descriptor descriptor_;
};

class Folder final : public Disk {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}

  Result<std::vector<std::string>> names() const override {
    std::vector<std::string> names;
    std::error_code error;
    for (auto each = std::filesystem::directory_iterator(path_, error);
         !error && each != std::filesystem::directory_iterator();
         each.increment(error)) {
      const std::string name = each->path().filename();
      if (name != kLockFile && each->is_regular_file(error)) names.push_back(name);
    }
    if (error) {
      return Error{ErrorKind::kFailed,
                   fmt::format("{}: cannot list: {}", path_, error.message())};
    }
    std::ranges::sort(names);
    return names;
  }

  // A reader may lack the right to write.
  Result<std::unique_ptr<File>> open(const std::string& name) override {
    auto file = open_real(at(name), O_RDWR);
    const bool is_refused = !file.ok() && file.error().kind == ErrorKind::kFailed;
    return is_refused ? open_real(at(name), O_RDONLY) : std::move(file);
  }

  Result<std::unique_ptr<File>> create(const std::string& name) override {
    return open_real(at(name), O_RDWR | O_CREAT | O_EXCL);
  }

  Result<void> rename(const std::string& from, const std::string& to) override {
    if (::rename(at(from).c_str(), at(to).c_str()) != 0) {
      return disk_error(at(from), "rename");
    }
    return {};
  }

  Result<void> remove(const std::string& name) override {
    if (::unlink(at(name).c_str()) != 0) return disk_error(at(name), "remove");
    return {};
  }

  Result<void> sync_names() override {
    const Descriptor folder(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (*folder < 0 || ::fsync(*folder) != 0) return disk_error(path_, "sync");
    return {};
  }

  Result<std::unique_ptr<Lock>> lock() override {
    const std::string path = at(kLockFile);
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640);
    if (descriptor < 0) return disk_error(path, "open");
    auto lock = std::make_unique<RealLock>(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return disk_error(path, "lock");
    return std::unique_ptr<Lock>(std::move(lock));
  }

 private:
  std::string at(const std::string& name) const { return path_ + "/" + name; }

  const std::string path_;
};

}  // namespace

Result<std::unique_ptr<Disk>> open_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) {
    return Error{ErrorKind::kFailed,
                 fmt::format("{}: cannot make this folder: {}", path, error.message())};
  }
  return std::unique_ptr<Disk>(std::make_unique<Folder>(path));
}

Result<std::unique_ptr<File>> open_file(const std::string& path) {
  return open_real(path, O_RDONLY);
}

Result<void> write_whole(Disk& disk, const std::string& name,
                         std::string_view content) {
  const std::string unfinished = name + ".tmp";
  // One that a crash left behind.
  if (auto removed = disk.remove(unfinished);
      !removed.ok() && removed.error().kind != ErrorKind::kNotFound) {
    return removed;
  }
  TRY_ASSIGN(const auto file, disk.create(unfinished));
  TRY(file->append(content));
  TRY(file->sync());
  TRY(disk.rename(unfinished, name));
  return disk.sync_names();
}

}  // namespace curlew::archive
