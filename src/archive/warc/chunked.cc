#include "archive/warc/chunked.h"

#include <algorithm>
#include <charconv>

namespace curlew::archive {

bool ChunkedDecoder::decode(std::string_view bytes, const http::ByteSink& sink) {
  while (!bytes.empty() && state_ != State::kEnd && state_ != State::kWrong) {
    if (state_ == State::kData) {
      const auto piece = bytes.substr(0, left_);
      left_ -= piece.size();
      bytes.remove_prefix(piece.size());
      if (left_ == 0) state_ = State::kDataEnd;
      if (!sink(piece)) return true;
      continue;
    }
    const char c = bytes.front();
    bytes.remove_prefix(1);
    if (state_ == State::kSize) {
      if (!take_size(c)) state_ = State::kWrong;
    } else if (state_ == State::kExtension) {
      if (c == '\n') state_ = left_ == 0 ? State::kEnd : State::kData;
    } else if (c == '\n') {
      state_ = State::kSize;
      digits_ = 0;
      left_ = 0;
    } else if (c != '\r') {
      state_ = State::kWrong;
    }
  }
  return state_ != State::kWrong;
}

bool ChunkedDecoder::take_size(char c) {
  constexpr int kMostDigits = 15;
  unsigned digit = 0;
  if (std::from_chars(&c, &c + 1, digit, 16).ec == std::errc()) {
    left_ = left_ << 4 | digit;
    return ++digits_ <= kMostDigits;
  }
  if (digits_ == 0) return false;
  state_ = State::kExtension;
  if (c == '\n') state_ = left_ == 0 ? State::kEnd : State::kData;
  return c == '\n' || c == '\r' || c == ';' || c == ' ' || c == '\t';
}

}  // namespace curlew::archive
