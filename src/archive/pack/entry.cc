#include "archive/pack/entry.h"

#include <zlib.h>

namespace curlew::archive {
namespace {

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// All numbers are little-endian.
void put_number(std::string& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i));
}

class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t take(int count) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
    }
    bytes_.remove_prefix(static_cast<std::size_t>(count));
    return value;
  }
  std::string_view take_bytes(std::size_t count) {
    const auto taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

 private:
  std::string_view bytes_;
};

}  // namespace

std::string to_bytes(const Entry& entry) {
  std::string bytes;
  put_number(bytes, entry.series, 8);
  bytes += entry.content.view();
  put_number(bytes, entry.size, 8);
  put_number(bytes, entry.frame_size, 4);
  put_number(bytes, entry.frame_crc, 4);
  put_number(bytes, entry.base, 8);
  put_number(bytes, entry.synced_to, 8);
  put_number(bytes, entry.depth, 2);
  put_number(bytes, entry.key.size(), 2);
  bytes.append(12, '\0');
  bytes += entry.key;
  std::string head(kEntryMagic);
  put_number(head, checksum(bytes), 4);
  return head + bytes;
}

Result<std::optional<Entry>> read_entry(const File& file, Bytes offset) {
  TRY_ASSIGN(const std::string bytes, file.read(offset, kEntryHead + 256));
  if (bytes.size() < kEntryHead || !bytes.starts_with(kEntryMagic)) {
    return std::optional<Entry>();
  }
  NumberReader numbers(std::string_view(bytes).substr(kEntryMagic.size()));
  const auto crc = static_cast<std::uint32_t>(numbers.take(4));
  Entry entry;
  entry.series = numbers.take(8);
  entry.content = *parse_fingerprint(numbers.take_bytes(16));
  entry.size = numbers.take(8);
  entry.frame_size = static_cast<std::uint32_t>(numbers.take(4));
  entry.frame_crc = static_cast<std::uint32_t>(numbers.take(4));
  entry.base = numbers.take(8);
  entry.synced_to = numbers.take(8);
  entry.depth = static_cast<std::uint16_t>(numbers.take(2));
  const auto key_size = static_cast<std::size_t>(numbers.take(2));
  if (key_size > kLongestKey) return std::optional<Entry>();
  std::string all = bytes.substr(0, kEntryHead + key_size);
  if (all.size() < kEntryHead + key_size) {
    TRY_ASSIGN(all, file.read(offset, kEntryHead + key_size));
    if (all.size() < kEntryHead + key_size) return std::optional<Entry>();
  }
  if (checksum(std::string_view(all).substr(8)) != crc) return std::optional<Entry>();
  // Entries refer backwards only: no circle can be made of them.
  if (entry.base >= offset) return std::optional<Entry>();
  entry.key = all.substr(kEntryHead);
  return std::optional<Entry>(std::move(entry));
}

}  // namespace curlew::archive
