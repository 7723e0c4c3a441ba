#include "store/backup/archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "store/backup/tar_header.h"

namespace curlew::store {
namespace {

constexpr std::string_view kSumsName = "SHA256SUMS";
// Sums of some hundred files.
constexpr Bytes kLargestSums = 64_KiB;
constexpr std::size_t kPiece = 256 * 1024;
constexpr mode_t kPrivate = 0600;

Error system_error(const std::string& path, std::string_view what) {
  const int cause = errno;
  const bool is_full = cause == ENOSPC || cause == EDQUOT || cause == EFBIG;
  return {is_full ? ErrorKind::kDiskFull : ErrorKind::kFailed,
          fmt::format("{}: cannot be {}: {}", path, what, std::strerror(cause))};
}

Result<OpenFile> open_file(const std::string& path, int flags, const char* mode) {
  const bool is_reading = (flags & O_ACCMODE) == O_RDONLY;
  const int handle = ::open(path.c_str(), flags | O_CLOEXEC, kPrivate);
  if (handle < 0) return system_error(path, is_reading ? "read" : "written");
  OpenFile file(::fdopen(handle, mode));
  if (file) return file;
  Error error = system_error(path, "opened");
  ::close(handle);
  return error;
}

Result<void> flush_to_disk(const std::string& path, std::FILE* file) {
  if (std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0) return {};
  return system_error(path, "written");
}

// A name that means the same file wherever the archive is unpacked.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() < 100 && name[0] != '.' &&
         std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
         });
}

std::string sum_line(std::string_view sum, std::string_view name) {
  return fmt::format("{}  {}\n", sum, name);
}

}  // namespace

Result<ArchiveWriter> ArchiveWriter::create(const std::string& path, Time now) {
  TRY_ASSIGN(OpenFile file, open_file(path, O_WRONLY | O_CREAT, "wb"));
  // What a killed one left is overwritten; the lock ended with it.
  if (::flock(::fileno(file.get()), LOCK_EX | LOCK_NB) != 0) {
    return Error{ErrorKind::kBusy, path + ": is being written by another process"};
  }
  if (::ftruncate(::fileno(file.get()), 0) != 0) return system_error(path, "written");
  return ArchiveWriter(path, std::move(file), now);
}

Result<void> ArchiveWriter::put(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    return system_error(path_, "written");
  }
  written_ += bytes.size();
  return {};
}

Result<void> ArchiveWriter::begin_entry(std::string_view name, Bytes size) {
  return put(write_tar_header({std::string(name), size}, now_));
}

Result<void> ArchiveWriter::end_entry(std::string_view name, Bytes size,
                                      std::string_view sum) {
  sums_ += sum_line(sum, name);
  return put(std::string(tar_padding(size), '\0'));
}

Result<void> ArchiveWriter::add_text(std::string_view name, std::string_view text) {
  TRY(begin_entry(name, text.size()));
  TRY(put(text));
  return end_entry(name, text.size(), sha256_hex(text));
}

Result<void> ArchiveWriter::add_file(std::string_view name, const std::string& path) {
  TRY_ASSIGN(const OpenFile source, open_file(path, O_RDONLY, "rb"));
  struct stat facts {};
  if (::fstat(::fileno(source.get()), &facts) != 0) return system_error(path, "read");
  const auto size = static_cast<Bytes>(facts.st_size);
  TRY(begin_entry(name, size));
  Sha256 sum;
  std::string piece(kPiece, '\0');
  for (Bytes left = size; left > 0;) {
    const auto wanted = std::min<Bytes>(left, piece.size());
    const std::size_t got = std::fread(piece.data(), 1, wanted, source.get());
    if (got == 0) return system_error(path, "read whole");
    sum.add({piece.data(), got});
    TRY(put({piece.data(), got}));
    left -= got;
  }
  return end_entry(name, size, sum.hex());
}

Result<Bytes> ArchiveWriter::finish() {
  const std::string sums = std::exchange(sums_, {});
  TRY(add_text(kSumsName, sums));
  TRY(put(std::string(2 * kTarBlock, '\0')));
  TRY(flush_to_disk(path_, file_.get()));
  return written_;
}

Result<ArchiveReader> ArchiveReader::open(const std::string& path) {
  // Non-blocking, so that a pipe which nobody writes to is refused and not waited for.
  TRY_ASSIGN(OpenFile file, open_file(path, O_RDONLY | O_NONBLOCK, "rb"));
  struct stat facts {};
  if (::fstat(::fileno(file.get()), &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return Error{ErrorKind::kMalformed, path + ": is no plain file"};
  }
  return ArchiveReader(path, std::move(file), static_cast<Bytes>(facts.st_size));
}

Error ArchiveReader::refused(std::string_view why) const {
  return {ErrorKind::kMalformed,
          fmt::format("{}: is no whole backup of Curlew: {}", path_, why)};
}

Result<std::string> ArchiveReader::take(Bytes bytes) {
  if (bytes > left_) return refused("it ends too early");
  std::string taken(bytes, '\0');
  if (std::fread(taken.data(), 1, bytes, file_.get()) != bytes) {
    return system_error(path_, "read");
  }
  left_ -= bytes;
  return taken;
}

Result<std::optional<ArchiveReader::Entry>> ArchiveReader::next() {
  TRY_ASSIGN(const std::string block, take(kTarBlock));
  if (std::ranges::all_of(block, [](char c) { return c == '\0'; })) {
    is_at_end_ = true;
    return std::optional<Entry>();
  }
  auto header = parse_tar_header(block);
  if (!header.ok()) return refused(header.error().text);
  if (!is_plain_name(header->name)) return refused("an entry's name is a path");
  if (sums_.contains(header->name)) {
    return refused(fmt::format("'{}' is in it twice", header->name));
  }
  if (header->size > left_) return refused("it ends too early");
  if (!stated_.empty()) return refused("something follows its sums");
  entry_ = {std::move(header->name), header->size};
  if (entry_.name != kSumsName) return std::optional(entry_);
  TRY_ASSIGN(stated_, read_text(kLargestSums));
  if (stated_.empty()) return refused("its sums are missing");
  sums_.erase(std::string(kSumsName));
  return next();
}

template <typename Sink>
Result<void> ArchiveReader::read_entry(const Sink& sink) {
  Sha256 sum;
  for (Bytes left = entry_.size; left > 0;) {
    TRY_ASSIGN(const std::string piece, take(std::min<Bytes>(left, kPiece)));
    sum.add(piece);
    TRY(sink(piece));
    left -= piece.size();
  }
  TRY_ASSIGN(const std::string padding, take(tar_padding(entry_.size)));
  if (padding.find_first_not_of('\0') != padding.npos) {
    return refused("there is something between its files");
  }
  sums_.emplace(entry_.name, sum.hex());
  return {};
}

Result<std::string> ArchiveReader::read_text(Bytes limit) {
  if (entry_.size > limit) {
    return refused(fmt::format("'{}' is larger than {} bytes", entry_.name, limit));
  }
  std::string text;
  TRY(read_entry([&](const std::string& piece) -> Result<void> {
    text += piece;
    return {};
  }));
  return text;
}

Result<void> ArchiveReader::extract(const std::string& path) {
  TRY_ASSIGN(const OpenFile file,
             open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, "wb"));
  TRY(read_entry([&](const std::string& piece) -> Result<void> {
    if (std::fwrite(piece.data(), 1, piece.size(), file.get()) == piece.size()) {
      return {};
    }
    return system_error(path, "written");
  }));
  return flush_to_disk(path, file.get());
}

Result<void> ArchiveReader::finish() {
  if (!is_at_end_ || stated_.empty()) return refused("its sums are missing");
  if (left_ < kTarBlock) return refused("it ends too early");
  while (left_ > 0) {
    TRY_ASSIGN(const std::string rest, take(std::min<Bytes>(left_, kPiece)));
    if (rest.find_first_not_of('\0') != rest.npos) return refused("something follows");
  }
  std::set<std::string, std::less<>> missing;
  for (const auto& [name, sum] : sums_) missing.insert(sum_line(sum, name));
  for (std::string_view stated = stated_; !stated.empty();) {
    const std::string_view line = stated.substr(0, stated.find('\n') + 1);
    const auto computed = missing.find(line);
    if (line.empty() || computed == missing.end()) {
      return refused("a sum does not fit: it was damaged or changed");
    }
    missing.erase(computed);
    stated.remove_prefix(line.size());
  }
  if (!missing.empty()) return refused("a file has no sum");
  return {};
}

}  // namespace curlew::store
