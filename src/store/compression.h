// Stored pages and response headers, compressed by Zstandard. The byte forms are in
// docs/formats/database.md. Thread-safe.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew::store {

std::string compress_page(std::string_view html);
// kCorrupt when these bytes are nothing that compress_page() made.
Result<std::string> decompress_page(std::string_view compressed);

// What repeats most of `reference`, as a page's blocks repeat its text: a quarter of
// the bytes and half of the time of compress_page(). The same reference gives it back.
// Bytes that compress_page() made can be read with any.
std::string compress_beside(std::string_view reference, std::string_view bytes);
Result<std::string> decompress_beside(std::string_view reference,
                                      std::string_view compressed);

// Headers are short and all alike: with a dictionary of what servers say they shrink to
// a third (nginx 264 -> 110 bytes, a content network's 750 -> 240) in 2-5 us, which the
// smaller row earns back in the log and at the checkpoint. No headers, no bytes.
std::string compress_headers(std::string_view headers);
Result<std::string> decompress_headers(std::string_view compressed);

}  // namespace curlew::store
