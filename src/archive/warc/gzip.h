// How each record lies in a WARC file: as a gzip member of its own, so that it can be
// read without those before it. For this folder and the exports.

#pragma once

#include <string>
#include <string_view>

#include "http/gzip.h"

namespace curlew::archive {

// A record soon moves to a pack, so that fast is better than small.
inline std::string gzip_member(std::string_view bytes) {
  return http::pack_gzip(bytes);
}

// Do they begin like one?
inline bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

}  // namespace curlew::archive
