// Where links lead, so that two versions of a page can be compared: sites add session
// marks, times and random numbers to addresses that lead to the same page as before.

#pragma once

#include <cstdint>
#include <string_view>

namespace curlew::detect {

// 0 where it leads to no other page: fragments, scripts, mail.
std::uint64_t hash_of_link(std::string_view address);

}  // namespace curlew::detect
