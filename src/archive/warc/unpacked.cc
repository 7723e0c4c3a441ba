#include "archive/warc/unpacked.h"

#include <libdeflate.h>

#include <memory>
#include <string_view>
#include <utility>

#include "archive/warc/gzip.h"
#include "base/check.h"

namespace curlew::archive {
namespace {

// A request and its metadata take less than a kilobyte, unless they are long.
constexpr Bytes kBehind = 4_KiB;
constexpr Bytes kLongestBehind = 16_KiB;
constexpr Bytes kSmallestMember = 18;

libdeflate_decompressor* decompressor() {
  thread_local const std::unique_ptr<libdeflate_decompressor,
                                     decltype(&libdeflate_free_decompressor)>
      own(libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  CHECK(own != nullptr);
  return own.get();
}

// RFC 1952: a member ends with the size of what it holds, in four bytes.
Bytes size_in(std::string_view member) {
  Bytes size = 0;
  for (std::size_t i = 1; i <= 4; ++i) {
    size = size << 8 | static_cast<unsigned char>(member[member.size() - i]);
  }
  return size;
}

// Adds what the member at the beginning of `packed` holds and takes it away. False: it
// is damaged, goes on behind, or holds more than `most`.
bool unpack_one(std::string_view& packed, Bytes most, std::string& to) {
  const std::size_t before = to.size();
  to.resize(before + most);
  std::size_t taken = 0;
  std::size_t made = 0;
  const bool is_whole =
      libdeflate_gzip_decompress_ex(decompressor(), packed.data(), packed.size(),
                                    to.data() + before, most, &taken,
                                    &made) == LIBDEFLATE_SUCCESS;
  to.resize(before + (is_whole ? made : 0));
  if (is_whole) packed.remove_prefix(taken);
  return is_whole;
}

// By its first field, as our writer puts it.
bool is_metadata(std::string_view record) {
  return record.starts_with("WARC/1.1\r\nWARC-Type: metadata\r\n");
}

}  // namespace

Result<std::optional<std::string>> unpacked_records(const File& file, Bytes offset,
                                                    Bytes length, Bytes most) {
  if (length < kSmallestMember || length > most) return std::optional<std::string>();
  TRY_ASSIGN(const std::string bytes, file.read(offset, length + kBehind));
  if (bytes.size() < length || !is_gzip(bytes)) return std::optional<std::string>();
  std::string_view packed = bytes;
  const Bytes size = size_in(packed.substr(0, length));
  std::string records;
  if (size > most || !unpack_one(packed, size, records) ||
      packed.size() != bytes.size() - length) {
    return std::optional<std::string>();
  }
  for (bool is_last = packed.empty(); !is_last;) {
    const std::size_t begin = records.size();
    if (!unpack_one(packed, kLongestBehind, records)) {
      return std::optional<std::string>();
    }
    is_last = packed.empty() || is_metadata(std::string_view(records).substr(begin));
  }
  return std::optional(std::move(records));
}

}  // namespace curlew::archive
