// Which part of a text is a secret: what mask.h hides from people's eyes and what
// request_settings.h seals are the same.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace curlew::model {

// Empty: nothing in it is.
struct SecretPart {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// The password of "user:password". Without a colon it may be a token: all of it is.
SecretPart secret_in_credentials(std::string_view credentials);

// The same of the credentials that may stand before the host of an address.
SecretPart secret_in_address(std::string_view address);

// Does it open to whoever knows it: by a login in it, or by a parameter that names a
// token? Long words in its path may be what everybody knows (a channel's number).
bool is_secret_address(std::string_view address);

// The value, unless the header's name is known to carry no secret.
bool is_secret_header(std::string_view name);

// The text with `other` in the place of its secret.
std::string with_part(std::string_view text, SecretPart part, std::string_view other);

}  // namespace curlew::model
