// How an entry lies in a pack file; docs/formats/pack.md has the bytes. For this folder
// alone.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "archive/disk.h"
#include "base/fingerprint.h"

namespace curlew::archive {

inline constexpr std::string_view kPackMagic = "curlew pack 1\n\n\n";
inline constexpr std::string_view kEntryMagic = "ENT1";
inline constexpr std::size_t kEntryHead = 80;
inline constexpr std::size_t kLongestKey = 4096;

struct Entry {
  std::string key;
  // Of the name of what it is a version of.
  std::uint64_t series = 0;
  // Of the bytes themselves.
  Fingerprint content{};
  Bytes size = 0;
  // The frame: how long, and a checksum that tells whether all of it was written.
  std::uint32_t frame_size = 0;
  std::uint32_t frame_crc = 0;
  // The entry that this one is compressed against; 0: none.
  Bytes base = 0;
  // How many entries have to be unpacked before this one.
  std::uint16_t depth = 0;
  // When it was written, everything before this offset was on the disk for good.
  Bytes synced_to = 0;

  Bytes size_in_file() const { return kEntryHead + key.size() + frame_size; }
  // Tells how far the pack was synced when it was closed, and nothing else.
  bool is_mark() const { return key.empty(); }
};

// The head and the key.
std::string to_bytes(const Entry& entry);
// Nullopt when there is none at `offset`, or it is not sound.
Result<std::optional<Entry>> read_entry(const File& file, Bytes offset);

}  // namespace curlew::archive
