// Any bytes as a backup: it is refused or unpacked into files of its folder, of which
// none is larger than the archive.
//
// compiles: store/backup/archive.cc store/backup/tar_header.cc

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/check.h"
#include "base/result.h"
#include "store/backup/archive.h"

namespace {

namespace fs = std::filesystem;
using curlew::store::ArchiveReader;

struct Folder {
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  const fs::path path =
      fs::temp_directory_path() / ("backup_fuzz." + std::to_string(::getpid()));
};

bool unpacks(const std::string& file, const fs::path& into, std::size_t size) {
  auto archive = ArchiveReader::open(file);
  if (!archive.ok()) return false;
  while (true) {
    const auto entry = archive->next();
    if (!entry.ok()) return false;
    if (!*entry) break;
    CHECK((*entry)->size <= size);
    CHECK((*entry)->name.find('/') == std::string::npos);
    if (!archive->extract((into / (*entry)->name).string()).ok()) return false;
  }
  return archive->finish().ok();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  const fs::path file = folder.path / "archive", into = folder.path / "into";
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), std::streamsize(size));
  fs::create_directories(into);
  unpacks(file.string(), into, size);
  for (const auto& unpacked : fs::directory_iterator(into)) {
    CHECK(unpacked.is_regular_file() && unpacked.file_size() <= size);
  }
  fs::remove_all(into);
  return 0;
}
