#include "archive/warc/http_block.h"

#include <fmt/format.h>

#include <charconv>

#include "archive/warc/chunked.h"
#include "base/ascii.h"
#include "http/content_decoder.h"

namespace curlew::archive {

bool is_http_message(const RecordHead& head) {
  return starts_with_ignoring_case(head.field("Content-Type"), "application/http");
}

int status_of(std::string_view status_line) {
  int number = 0;
  const auto space = status_line.find(' ');
  if (!status_line.starts_with("HTTP/") || space == status_line.npos) return 0;
  const char* const begin = status_line.data() + space + 1;
  std::from_chars(begin, status_line.data() + status_line.size(), number);
  return number >= 100 && number <= 999 ? number : 0;
}

std::optional<HttpBlock> parse_http_block(std::string_view block) {
  const auto line_end = block.find('\n');
  if (line_end == block.npos) return std::nullopt;
  HttpBlock message;
  message.first_line = trimmed(block.substr(0, line_end));
  // The head ends with an empty line, or with the block.
  auto head_end = block.size();
  for (auto at = line_end; at != block.npos; at = block.find('\n', at + 1)) {
    const std::string_view rest = block.substr(at + 1);
    if (rest.starts_with('\n') || rest.starts_with("\r\n")) {
      head_end = at + (rest.starts_with('\n') ? 2 : 3);
      break;
    }
  }
  message.headers =
      parse_field_lines(block.substr(line_end + 1, head_end - line_end - 1));
  message.body = block.substr(head_end);
  return message;
}

Result<std::string> decoded_body(const HttpBlock& block, Bytes most) {
  std::string plain;
  bool is_too_long = false;
  const auto keep = [&](std::string_view bytes) {
    is_too_long = is_too_long || plain.size() + bytes.size() > most;
    if (!is_too_long) plain += bytes;
    return !is_too_long;
  };
  const auto limit = [&] {
    return Error{ErrorKind::kLimit,
                 fmt::format("the body is longer than {} bytes", most)};
  };
  std::string_view packed = block.body;
  std::string joined;
  if (equals_ignoring_case(http::joined_header(block.headers, "Transfer-Encoding"),
                           "chunked")) {
    ChunkedDecoder decoder;
    if (decoder.decode(packed, keep) && !is_too_long) {
      joined = std::move(plain);
      packed = joined;
    }
    if (is_too_long) return limit();
    plain.clear();
  }
  const std::string encoding = http::joined_header(block.headers, "Content-Encoding");
  TRY_ASSIGN(const auto decoder, http::make_content_decoder(encoding));
  if (decoder) {
    TRY(decoder->decode(packed, keep));
    if (is_too_long) return limit();
    if (!decoder->has_ended()) {
      return Error{ErrorKind::kMalformed, "the packed body breaks off"};
    }
    return plain;
  }
  if (!keep(packed)) return limit();
  return plain;
}

}  // namespace curlew::archive
