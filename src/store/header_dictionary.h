// What servers usually say in response headers: the dictionary that stored headers are
// compressed with, and so a part of the database's format.

#pragma once

#include <string_view>

namespace curlew::store {

std::string_view header_dictionary();

}  // namespace curlew::store
