// One gzip member (RFC 1952) of some bytes: how each record lies in a WARC file, so
// that it can be read without those before it. For this folder and the exports.

#pragma once

#include <string>
#include <string_view>

namespace curlew::archive {

std::string gzip_member(std::string_view bytes);

// Do they begin like one?
inline bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

}  // namespace curlew::archive
