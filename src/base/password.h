// Passwords that people log in by: kept as a hash that is slow and wants memory
// (argon2id), so that whoever has the database cannot try many of them.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace curlew {

// As libsodium's crypto_pwhash_str() writes it, with its salt and its cost in it. Takes
// some 50 ms and 64 MiB; kFailed when there is not so much.
Result<std::string> hash_password(std::string_view password);

// Costs as much as making the hash did. False for a hash that is none.
bool is_password(std::string_view password, const std::string& hash);

}  // namespace curlew
