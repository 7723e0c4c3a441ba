// The 512 bytes before each file of a tar archive (POSIX.1-1988 ustar, and GNU's binary
// form of sizes from 8 GiB on).

#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"

namespace curlew::store {

inline constexpr std::size_t kTarBlock = 512;

struct TarHeader {
  std::string name;
  Bytes size = 0;
};

// The name must be shorter than 100 bytes.
std::string write_tar_header(const TarHeader& header, Time modified);

// An error says why the block is not the header of a plain file: kMalformed without
// "where".
Result<TarHeader> parse_tar_header(std::string_view block);

// Zero bytes that fill up a file of this size to whole blocks.
inline constexpr std::size_t tar_padding(Bytes size) {
  return static_cast<std::size_t>((kTarBlock - size % kTarBlock) % kTarBlock);
}

}  // namespace curlew::store
