#include "archive/wacz/zip_writer.h"

#include <zlib.h>

#include <algorithm>
#include <chrono>

namespace curlew::archive {
namespace {

constexpr Bytes kSaturated32 = 0xffffffff;
constexpr Bytes kSaturated16 = 0xffff;
// Names are UTF-8.
constexpr std::uint64_t kFlags = 1 << 11;
constexpr std::uint64_t kZip64Version = 45;

void put(std::string& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i));
}

std::uint64_t in_32_bits(Bytes value) { return std::min(value, kSaturated32); }

}  // namespace

std::uint32_t crc32_of(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// As MS-DOS wrote them: two seconds are the unit, 1980 the first year.
std::string ZipWriter::times() const {
  const auto day = std::chrono::floor<std::chrono::days>(time_);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(
      std::chrono::floor<std::chrono::seconds>(time_ - day));
  const int year = std::clamp(int(date.year()), 1980, 2107) - 1980;
  std::string text;
  put(text,
      static_cast<std::uint64_t>(clock.hours().count() << 11 |
                                 clock.minutes().count() << 5 |
                                 clock.seconds().count() / 2),
      2);
  put(text,
      static_cast<unsigned>(year) << 9 | unsigned(date.month()) << 5 |
          unsigned(date.day()),
      2);
  return text;
}

Result<void> ZipWriter::add(const std::string& name, std::string_view content) {
  TRY(begin(name, content.size(), crc32_of(0, content)));
  return append(content);
}

Result<void> ZipWriter::begin(const std::string& name, Bytes size, std::uint32_t crc) {
  entries_.push_back({name, size, crc, file_.size()});
  const bool is_large = size >= kSaturated32;
  std::string header = "PK\3\4";
  put(header, is_large ? kZip64Version : 20, 2);
  put(header, kFlags, 2);
  put(header, 0, 2);  // Stored.
  header += times();
  put(header, crc, 4);
  put(header, in_32_bits(size), 4);
  put(header, in_32_bits(size), 4);
  put(header, name.size(), 2);
  put(header, is_large ? 20 : 0, 2);
  header += name;
  if (is_large) {
    put(header, 1, 2);
    put(header, 16, 2);
    put(header, size, 8);
    put(header, size, 8);
  }
  return file_.append(header);
}

Result<void> ZipWriter::finish() {
  const Bytes begin = file_.size();
  std::string directory;
  for (const auto& entry : entries_) {
    // Both sizes and the place, whether or not each needs it: simpler, and allowed.
    const bool is_large = entry.size >= kSaturated32 || entry.offset >= kSaturated32;
    const std::uint64_t version = is_large ? kZip64Version : 20;
    directory += "PK\1\2";
    put(directory, version, 2);
    put(directory, version, 2);
    put(directory, kFlags, 2);
    put(directory, 0, 2);
    directory += times();
    put(directory, entry.crc, 4);
    for (int i = 0; i < 2; ++i) {
      put(directory, is_large ? kSaturated32 : entry.size, 4);
    }
    put(directory, entry.name.size(), 2);
    put(directory, is_large ? 28 : 0, 2);
    directory.append(2 + 2 + 2 + 4, '\0');  // Comment, disk, attributes.
    put(directory, is_large ? kSaturated32 : entry.offset, 4);
    directory += entry.name;
    if (!is_large) continue;
    put(directory, 1, 2);
    put(directory, 24, 2);
    put(directory, entry.size, 8);
    put(directory, entry.size, 8);
    put(directory, entry.offset, 8);
  }
  const Bytes size = directory.size();
  if (begin + size >= kSaturated32 || entries_.size() >= kSaturated16) {
    directory += "PK\6\6";
    put(directory, 44, 8);
    put(directory, kZip64Version, 2);
    put(directory, kZip64Version, 2);
    put(directory, 0, 8);
    put(directory, entries_.size(), 8);
    put(directory, entries_.size(), 8);
    put(directory, size, 8);
    put(directory, begin, 8);
    directory += "PK\6\7";
    put(directory, 0, 4);
    put(directory, begin + size, 8);
    put(directory, 1, 4);
  }
  directory += "PK\5\6";
  put(directory, 0, 4);
  for (int i = 0; i < 2; ++i) {
    put(directory, std::min<Bytes>(entries_.size(), kSaturated16), 2);
  }
  put(directory, in_32_bits(size), 4);
  put(directory, in_32_bits(begin), 4);
  put(directory, 0, 2);
  return file_.append(directory);
}

}  // namespace curlew::archive
