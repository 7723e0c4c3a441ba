// Whether a test is built with the address sanitizer, which makes it several times
// slower: use it to choose a smaller document or a longer limit.

#pragma once

namespace curlew {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kIsSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace curlew
