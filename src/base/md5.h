// MD5 (RFC 1321), by which nothing of ours is decided: reader apps that speak Fever
// make their key by it.

#pragma once

#include <string>
#include <string_view>

namespace curlew {

// In hexadecimal digits.
std::string md5_hex(std::string_view bytes);

}  // namespace curlew
