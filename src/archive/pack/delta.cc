#include "archive/pack/delta.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <new>

namespace curlew::archive {
namespace {

// A match must reach over all of the base: 128 MiB, which every decoder takes.
constexpr int kLargestWindowLog = 27;

ZSTD_CCtx* compressor() {
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(
      ZSTD_createCCtx(), &ZSTD_freeCCtx);
  return context.get();
}

ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(
      ZSTD_createDCtx(), &ZSTD_freeDCtx);
  return context.get();
}

}  // namespace

std::string compress_delta(std::string_view base, std::string_view bytes, int level) {
  ZSTD_CCtx* const context = compressor();
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  if (!base.empty()) {
    const int window = std::bit_width(base.size() + bytes.size() + 1024);
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog,
                           std::clamp(window, 10, kLargestWindowLog));
    ZSTD_CCtx_refPrefix(context, base.data(), base.size());
  }
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, frame.data(), frame.size(), bytes.data(), bytes.size());
  // With room for the bound it can only fail for want of memory.
  if (ZSTD_isError(size)) throw std::bad_alloc();
  frame.resize(size);
  return frame;
}

Result<std::string> decompress_delta(std::string_view base, std::string_view frame,
                                     Bytes size) {
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != size) {
    return Error{ErrorKind::kCorrupt, "has another length than it says"};
  }
  ZSTD_DCtx* const context = decompressor();
  ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_DCtx_refPrefix(context, base.data(), base.size());
  std::string bytes(size, '\0');
  const std::size_t got = ZSTD_decompressDCtx(context, bytes.data(), bytes.size(),
                                              frame.data(), frame.size());
  if (ZSTD_isError(got) || got != size) {
    return Error{ErrorKind::kCorrupt, "cannot be unpacked"};
  }
  return bytes;
}

}  // namespace curlew::archive
