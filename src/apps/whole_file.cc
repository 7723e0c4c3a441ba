#include "apps/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace curlew::apps {
namespace {

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

Error cannot(std::string_view path, std::string_view what) {
  return {errno == EEXIST ? ErrorKind::kExists : ErrorKind::kFailed,
          fmt::format("{}: cannot be {}: {}", path, what, std::strerror(errno))};
}

}  // namespace

Result<std::string> read_whole_file(const std::string& path, Bytes limit) {
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return cannot(path, "read");
  std::string content;
  char block[65'536];
  std::size_t length = 0;
  while ((length = std::fread(block, 1, sizeof block, file.get())) > 0) {
    content.append(block, length);
    if (content.size() > limit) {
      return Error{ErrorKind::kLimit,
                   fmt::format("{}: larger than {} bytes", path, limit)};
    }
  }
  if (std::ferror(file.get())) return cannot(path, "read");
  return content;
}

Result<void> write_whole_file(const std::string& path, std::string_view content,
                              Overwrite overwrite, Readers readers) {
  const bool is_private = readers == Readers::kOwner;
  const int end = overwrite == Overwrite::kYes ? 0 : O_EXCL;
  // Emptied only when it is closed to others.
  const int opened = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | end,
                            is_private ? 0600 : 0666);
  if (opened < 0) return cannot(path, "written");
  File file(::fdopen(opened, "wb"));
  if (!file) return cannot(path, "written");
  struct stat found {};
  if (::fstat(opened, &found) != 0) return cannot(path, "written");
  if (S_ISREG(found.st_mode)) {
    const bool is_closed = !is_private || ::fchmod(opened, 0600) == 0;
    if (!is_closed || ::ftruncate(opened, 0) != 0) return cannot(path, "written");
  }
  const bool is_written =
      std::fwrite(content.data(), 1, content.size(), file.get()) == content.size();
  if (!is_written || std::fclose(file.release()) != 0) return cannot(path, "written");
  return {};
}

Result<void> can_be_written(const std::string& path) {
  const File file(std::fopen(path.c_str(), "ab"));
  if (!file) return cannot(path, "written");
  return {};
}

}  // namespace curlew::apps
