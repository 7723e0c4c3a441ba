#include "sim/replay/line_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace curlew::sim {
namespace {

constexpr std::size_t kBufferBytes = 64 << 10;
constexpr std::size_t kLargestFile = std::size_t{4} << 30;

}  // namespace

LineFile::LineFile(std::string path, gzFile file)
    : path_(std::move(path)), file_(file), buffer_(kBufferBytes) {}

Result<LineFile> LineFile::open(const std::string& path) {
  errno = 0;
  gzFile file = gzopen(path.c_str(), "rb");  // Reads plain files as they are.
  if (!file) {
    return Error{ErrorKind::kUsage,
                 fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  }
  return LineFile(path, file);
}

Error LineFile::error(ErrorKind kind, std::string_view what) const {
  return {kind, fmt::format("{}:{}: {}", path_, number_, what)};
}

// Reads on behind what is left; false when there is no more.
Result<bool> LineFile::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) return error(ErrorKind::kLimit, "line too long");
  const int got = gzread(file_.get(), buffer_.data() + end_,
                         static_cast<unsigned>(buffer_.size() - end_));
  int code = Z_OK;
  const char* const problem = gzerror(file_.get(), &code);
  if (got < 0 || (code != Z_OK && code != Z_STREAM_END)) {
    return error(ErrorKind::kMalformed, problem);
  }
  total_ += static_cast<std::size_t>(got);
  if (total_ > kLargestFile) return error(ErrorKind::kLimit, "file too large");
  end_ += static_cast<std::size_t>(got);
  return got > 0;
}

Result<bool> LineFile::next() {
  ++number_;
  std::size_t searched = 0;
  while (true) {
    const char* const start = buffer_.data() + begin_;
    const std::size_t length = end_ - begin_;
    const void* const found = std::memchr(start + searched, '\n', length - searched);
    if (found) {
      line_ = {start,
               static_cast<std::size_t>(static_cast<const char*>(found) - start)};
      begin_ += line_.size() + 1;
      break;
    }
    searched = length;
    TRY_ASSIGN(const bool has_more, fill());
    if (has_more) continue;
    if (length == 0) return false;
    line_ = {buffer_.data() + begin_, length};
    begin_ = end_;
    break;
  }
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  return true;
}

}  // namespace curlew::sim
