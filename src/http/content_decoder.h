// Unpacks a body as it arrives (RFC 9110 §8.4.1: gzip, deflate; br, zstd) and knows
// whether it was whole: libcurl's own decoders end without a word where a packed body
// breaks off, and what they have unpacked while a transfer pauses they keep.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace curlew::http {

// Takes unpacked bytes; false to stop.
using ByteSink = std::function<bool(std::string_view bytes)>;

class ContentDecoder {
 public:
  virtual ~ContentDecoder() = default;

  // Hands what `bytes` unpack to piece by piece to `sink`, 64 KiB at most at a time,
  // and stops as soon as that wants no more. An error when they are not what their
  // encoding says. Bytes behind the end that are not another
  // member or frame are ignored.
  virtual Result<void> decode(std::string_view bytes, const ByteSink& sink) = 0;

  // The encoding says that all has come.
  virtual bool has_ended() const = 0;
};

// For the value of a Content-Encoding field: nullptr when nothing is packed;
// kUnsupported for an encoding that is not known, or more than three of them.
Result<std::unique_ptr<ContentDecoder>> make_content_decoder(
    std::string_view content_encoding);

// Is this the value of a Content-Encoding field whose body unpack_gzip() (gzip.h) may
// unpack?
bool is_gzip_alone(std::string_view content_encoding);

}  // namespace curlew::http
