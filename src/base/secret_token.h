// Words that nobody guesses, for addresses that are known to their owner alone.

#pragma once

#include <string>
#include <string_view>

namespace curlew {

// 256 bits by chance (libsodium), as 43 characters of base64url.
std::string make_secret_token();

// 100 bits by chance that people can type on a telephone: "k7mqp-x2vnd-rhc9t-f4wze".
// Nothing in it looks like something else.
std::string make_typed_secret();

// What a token is looked up by: its SHA-256 in hexadecimal digits. Whoever reads it
// does not know the token.
std::string mark_of_token(std::string_view token);

}  // namespace curlew
