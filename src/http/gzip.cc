#include "http/gzip.h"

#include <libdeflate.h>

#include <cstdint>
#include <memory>

#include "base/check.h"

namespace curlew::http {
namespace {

// A hundred real pages become 21.5 % of their size in 5.3 ms a megabyte; the library's
// default (6) gives 19.5 % in 15.6 ms.
constexpr int kLevel = 1;

// Making one costs more than packing a small text.
libdeflate_compressor* gzip_compressor() {
  thread_local const std::unique_ptr<libdeflate_compressor,
                                     decltype(&libdeflate_free_compressor)>
      compressor(libdeflate_alloc_compressor(kLevel), &libdeflate_free_compressor);
  CHECK(compressor != nullptr);
  return compressor.get();
}

libdeflate_decompressor* gzip_decompressor() {
  thread_local const std::unique_ptr<libdeflate_decompressor,
                                     decltype(&libdeflate_free_decompressor)>
      decompressor(libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
  return decompressor.get();
}

// RFC 1952 §2.3.1: a member ends with the size of its text, the lowest byte first.
// Nothing of it is to be trusted.
std::optional<std::size_t> stated_size(std::string_view file) {
  constexpr std::size_t kSmallestFile = 18;
  if (file.size() < kSmallestFile) return std::nullopt;
  std::uint32_t size = 0;
  for (int i = 1; i <= 4; ++i) {
    size = size << 8 | static_cast<unsigned char>(file[file.size() - i]);
  }
  return size;
}

}  // namespace

std::string pack_gzip(std::string_view bytes) {
  libdeflate_compressor* compressor = gzip_compressor();
  std::string member(libdeflate_gzip_compress_bound(compressor, bytes.size()), '\0');
  const std::size_t size = libdeflate_gzip_compress(
      compressor, bytes.data(), bytes.size(), member.data(), member.size());
  CHECK(size > 0);
  member.resize(size);
  return member;
}

std::optional<std::string> unpack_gzip(std::string_view file, Bytes most) {
  const auto size = stated_size(file);
  if (!size || *size > most || gzip_decompressor() == nullptr) return std::nullopt;
  std::string text(*size, '\0');
  std::size_t read = 0, written = 0;
  const auto result =
      libdeflate_gzip_decompress_ex(gzip_decompressor(), file.data(), file.size(),
                                    text.data(), text.size(), &read, &written);
  // Another member or rubbish may follow.
  const bool is_whole = result == LIBDEFLATE_SUCCESS && read == file.size();
  if (!is_whole || written != text.size()) return std::nullopt;
  return text;
}

}  // namespace curlew::http
