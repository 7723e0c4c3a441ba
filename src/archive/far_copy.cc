#include "archive/far_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/sha.h"

namespace curlew::archive {
namespace {

constexpr std::size_t kDigestAtOnce = 1_MiB;

bool is_not_found(const Error& error) { return error.kind == ErrorKind::kNotFound; }

}  // namespace

Result<std::string> digest_of_part(const File& file, Bytes offset, Bytes size) {
  Sha256 sha;
  for (Bytes left = std::min(size, kDigested); left > 0;) {
    TRY_ASSIGN(const std::string bytes,
               file.read(offset, std::min<Bytes>(kDigestAtOnce, left)));
    if (bytes.empty()) break;
    sha.add(bytes);
    offset += bytes.size();
    left -= bytes.size();
  }
  return sha.hex();
}

Result<std::vector<FarFile>> HeldCopy::begin() {
  TRY_ASSIGN(const auto names, disk_.names());
  std::vector<FarFile> files;
  for (const std::string& name : names) {
    if (name.ends_with(".tmp")) {
      TRY(disk_.remove(name));
      continue;
    }
    TRY_ASSIGN(const auto file, disk_.open(name));
    files.push_back({name, file->size()});
  }
  return files;
}

Result<std::string> HeldCopy::digest_of(const std::string& name, Bytes offset,
                                        Bytes size) {
  TRY_ASSIGN(const auto file, disk_.open(name));
  return digest_of_part(*file, offset, size);
}

Result<void> HeldCopy::write(const std::string& name, Bytes offset,
                             std::string_view bytes) {
  auto file = disk_.open(name);
  const bool is_new = !file.ok() && is_not_found(file.error());
  if (is_new) file = disk_.create(name);
  if (!file.ok()) return file.error();
  const Bytes size = (*file)->size();
  if (size < offset) {
    return Error{ErrorKind::kCorrupt,
                 fmt::format("{}: has {} bytes, and more are to follow from {} on",
                             name, size, offset)};
  }
  if (size > offset) TRY((*file)->truncate(offset));
  if (!bytes.empty()) TRY((*file)->append(bytes));
  TRY((*file)->sync());
  return is_new ? disk_.sync_names() : Result<void>();
}

Result<void> HeldCopy::rename(const std::string& from, const std::string& to) {
  TRY(disk_.rename(from, to));
  return disk_.sync_names();
}

Result<void> HeldCopy::remove(const std::string& name) {
  auto removed = disk_.remove(name);
  if (!removed.ok() && !is_not_found(removed.error())) return removed;
  return disk_.sync_names();
}

}  // namespace curlew::archive
