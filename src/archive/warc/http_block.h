// The block of a record that is an HTTP message: its head, and its body as it was sent
// or as a browser would see it.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "archive/warc/record.h"
#include "base/bytes.h"
#include "base/result.h"
#include "http/message.h"

namespace curlew::archive {

// Whether the record says that its block is an HTTP message.
bool is_http_message(const RecordHead& head);

// 200 of "HTTP/1.1 200 OK"; 0 of what is no status line.
int status_of(std::string_view status_line);

struct HttpBlock {
  // "HTTP/1.1 200 OK"; of a request "GET / HTTP/1.1".
  std::string first_line;
  http::Headers headers;
  // View into the block.
  std::string_view body;

  int status() const { return status_of(first_line); }
};

// Nullopt when the block has no HTTP head.
std::optional<HttpBlock> parse_http_block(std::string_view block);

// The body without chunks and unpacked. Chunks that are none are taken for the body
// itself, as some writers archive the unpacked body under the original header. kLimit
// beyond `most` bytes; kMalformed where the packing is broken.
Result<std::string> decoded_body(const HttpBlock& block, Bytes most);

}  // namespace curlew::archive
