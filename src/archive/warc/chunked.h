// Takes the chunks of a body apart (RFC 9112 §7.1) as it comes in pieces.

#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "http/content_decoder.h"

namespace curlew::archive {

class ChunkedDecoder {
 public:
  // False when these bytes are not chunks: what came before was handed on.
  bool decode(std::string_view bytes, const http::ByteSink& sink);
  // The last chunk, of no bytes, has come.
  bool has_ended() const { return state_ == State::kEnd; }

 private:
  enum class State { kSize, kExtension, kData, kDataEnd, kEnd, kWrong };

  bool take_size(char c);

  State state_ = State::kSize;
  Bytes left_ = 0;
  int digits_ = 0;
};

}  // namespace curlew::archive
