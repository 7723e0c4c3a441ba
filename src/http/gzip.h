// gzip (RFC 1952) of texts that are whole in memory, in one go: three times as fast as
// piece by piece (content_decoder.h).

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace curlew::http {

// One member, which can be read without others before it. Fast rather than small.
std::string pack_gzip(std::string_view bytes);

// Nothing unless it is one sound member and no more than `most` bytes of text: a
// decoder says what is wrong with it.
std::optional<std::string> unpack_gzip(std::string_view file, Bytes most);

}  // namespace curlew::http
