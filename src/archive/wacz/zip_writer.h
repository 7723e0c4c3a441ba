// A zip file of entries that are stored as they are: a WACZ file's readers take ranges
// out of its WARC files without unpacking. Entries and files beyond 4 GiB have zip64's
// fields (PKWARE APPNOTE 6.3.9 §4.3, §4.5.3).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/disk.h"
#include "base/time.h"

namespace curlew::archive {

// CRC-32 of zip and gzip, in pieces: begin with 0.
std::uint32_t crc32_of(std::uint32_t before, std::string_view bytes);

class ZipWriter {
 public:
  // `file` is empty and outlives it. `time` is that of every entry.
  ZipWriter(File& file, Time time) : file_(file), time_(time) {}

  Result<void> add(const std::string& name, std::string_view content);
  // In pieces: begin() says what they will be.
  Result<void> begin(const std::string& name, Bytes size, std::uint32_t crc);
  Result<void> append(std::string_view bytes) { return file_.append(bytes); }
  // The directory. Nothing may come behind it.
  Result<void> finish();

 private:
  struct Entry {
    std::string name;
    Bytes size;
    std::uint32_t crc;
    Bytes offset;
  };

  std::string times() const;

  File& file_;
  const Time time_;
  std::vector<Entry> entries_;
};

}  // namespace curlew::archive
