#include "store/compression.h"

#include <fmt/format.h>
#include <zstd.h>

#include <memory>
#include <new>

#include "base/bytes.h"
#include "store/header_dictionary.h"

namespace curlew::store {
namespace {

// Level 2 packs pages of news 4.84 times at 200 MB/s, level 3 4.97 times at 115.
constexpr int kPageLevel = 2;
constexpr int kHeaderLevel = 1;
// Far above what the fetcher lets in; keeps a damaged length from taking all memory.
constexpr Bytes kLargestPage = 256_MiB;
constexpr Bytes kLargestHeaders = 1_MiB;
// The first byte of stored headers names the dictionary.
constexpr char kHeaderDictionary1 = 1;

// Making a context costs more than compressing a header: one a thread is kept.
struct Contexts {
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> compress{ZSTD_createCCtx(),
                                                                &ZSTD_freeCCtx};
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> decompress{ZSTD_createDCtx(),
                                                                  &ZSTD_freeDCtx};
};

Contexts& contexts() {
  thread_local Contexts contexts;
  return contexts;
}

const ZSTD_CDict* compressing_dictionary() {
  const auto text = header_dictionary();
  static const std::unique_ptr<ZSTD_CDict, decltype(&ZSTD_freeCDict)> dictionary(
      ZSTD_createCDict(text.data(), text.size(), kHeaderLevel), &ZSTD_freeCDict);
  return dictionary.get();
}

const ZSTD_DDict* decompressing_dictionary() {
  const auto text = header_dictionary();
  static const std::unique_ptr<ZSTD_DDict, decltype(&ZSTD_freeDDict)> dictionary(
      ZSTD_createDDict(text.data(), text.size()), &ZSTD_freeDDict);
  return dictionary.get();
}

Error damaged(std::string_view what, std::string_view why) {
  return {ErrorKind::kCorrupt, fmt::format("{} are damaged: {}", what, why)};
}

// The length that the frame states, so that the answer can be made in one piece.
Result<std::string> room_for(std::string_view frame, Bytes largest,
                             std::string_view what) {
  const auto length = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (length > largest) return damaged(what, "their length is missing or too large");
  return std::string(length, '\0');
}

// zstd with room for the bound can only fail for want of memory.
void shrink_to(std::string& buffer, std::size_t written) {
  if (ZSTD_isError(written)) throw std::bad_alloc();
  buffer.resize(written);
}

}  // namespace

std::string compress_page(std::string_view html) {
  std::string frame(ZSTD_compressBound(html.size()), '\0');
  shrink_to(frame,
            ZSTD_compressCCtx(contexts().compress.get(), frame.data(), frame.size(),
                              html.data(), html.size(), kPageLevel));
  return frame;
}

Result<std::string> decompress_page(std::string_view compressed) {
  constexpr std::string_view kWhat = "the bytes of a stored page";
  TRY_ASSIGN(auto html, room_for(compressed, kLargestPage, kWhat));
  const std::size_t size =
      ZSTD_decompressDCtx(contexts().decompress.get(), html.data(), html.size(),
                          compressed.data(), compressed.size());
  if (ZSTD_isError(size)) return damaged(kWhat, ZSTD_getErrorName(size));
  return html;
}

std::string compress_beside(std::string_view reference, std::string_view bytes) {
  ZSTD_CCtx* const context = contexts().compress.get();
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kPageLevel);
  ZSTD_CCtx_refPrefix(context, reference.data(), reference.size());  // For one frame.
  shrink_to(frame, ZSTD_compress2(context, frame.data(), frame.size(), bytes.data(),
                                  bytes.size()));
  return frame;
}

Result<std::string> decompress_beside(std::string_view reference,
                                      std::string_view compressed) {
  ZSTD_DCtx_refPrefix(contexts().decompress.get(), reference.data(), reference.size());
  auto bytes = decompress_page(compressed);
  // A length that is refused leaves it to the next frame.
  ZSTD_DCtx_refPrefix(contexts().decompress.get(), nullptr, 0);
  return bytes;
}

std::string compress_headers(std::string_view headers) {
  if (headers.empty()) return {};
  std::string stored(1 + ZSTD_compressBound(headers.size()), kHeaderDictionary1);
  const std::size_t size = ZSTD_compress_usingCDict(
      contexts().compress.get(), stored.data() + 1, stored.size() - 1, headers.data(),
      headers.size(), compressing_dictionary());
  shrink_to(stored, ZSTD_isError(size) ? size : 1 + size);
  return stored;
}

Result<std::string> decompress_headers(std::string_view compressed) {
  constexpr std::string_view kWhat = "the stored headers of a visit";
  if (compressed.empty()) return std::string();
  if (compressed[0] != kHeaderDictionary1) return damaged(kWhat, "unknown dictionary");
  const std::string_view frame = compressed.substr(1);
  TRY_ASSIGN(auto headers, room_for(frame, kLargestHeaders, kWhat));
  const std::size_t size = ZSTD_decompress_usingDDict(
      contexts().decompress.get(), headers.data(), headers.size(), frame.data(),
      frame.size(), decompressing_dictionary());
  if (ZSTD_isError(size)) return damaged(kWhat, ZSTD_getErrorName(size));
  return headers;
}

}  // namespace curlew::store
