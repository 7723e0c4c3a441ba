// What is left of a Greek noun or adjective behind its ending.

#pragma once

#include <string>
#include <string_view>

namespace curlew::text {

// `stem` and `ending` together are the word.
std::string noun_stem(std::string_view stem, std::string_view ending);

}  // namespace curlew::text
