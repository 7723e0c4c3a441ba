#include "apps/whole_file.h"

#include <fmt/format.h>

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
                              Overwrite overwrite) {
  File file(std::fopen(path.c_str(), overwrite == Overwrite::kYes ? "wb" : "wbx"));
  if (!file) return cannot(path, "written");
  const bool is_written =
      std::fwrite(content.data(), 1, content.size(), file.get()) == content.size();
  if (!is_written || std::fclose(file.release()) != 0) return cannot(path, "written");
  return {};
}

}  // namespace curlew::apps
