// SHA-384 (FIPS 180-4) in ninety-six hexadecimal digits.

#pragma once

#include <string>
#include <string_view>

namespace curlew {

std::string sha384_hex(std::string_view bytes);

}  // namespace curlew
