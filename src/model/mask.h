// Secrets made unreadable before anybody sees them: every output that shows how a
// source is asked for goes through here.

#pragma once

#include <string>
#include <string_view>

#include "model/request_settings.h"

namespace curlew::model {

// Stands for a secret, whatever its length.
inline constexpr std::string_view kMask = "***";

// The same settings for people's eyes: passwords and tokens masked, user names kept.
// The value of a header is a secret unless its name is known to carry none.
RequestSettings masked(const SealedSettings& settings);

// An address without the credentials that may stand before its host:
// "http://user:***@proxy.example:3128".
std::string masked_address(std::string_view address);

}  // namespace curlew::model
