#include "archive/warc/gzip.h"

#include <zlib.h>

#include "base/check.h"

namespace curlew::archive {
namespace {

// The header's optional fields stay out: the same bytes always give the same member.
constexpr int kGzipFormat = MAX_WBITS + 16;
// zlib's default. 9, its most, made pages larger by a quarter of a percent.
constexpr int kMemoryLevel = 8;

// Making one costs more than packing a small record.
struct Deflater {
  Deflater() {
    CHECK(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipFormat,
                       kMemoryLevel, Z_DEFAULT_STRATEGY) == Z_OK);
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream); }

  z_stream stream{};
};

}  // namespace

std::string gzip_member(std::string_view bytes) {
  thread_local Deflater deflater;
  z_stream& stream = deflater.stream;
  CHECK(deflateReset(&stream) == Z_OK);
  std::string member(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(member.data());
  stream.avail_out = static_cast<uInt>(member.size());
  CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  member.resize(stream.total_out);
  return member;
}

}  // namespace curlew::archive
