// JSON may escape half of a UTF-16 pair, "\ud800", which is not a character and which
// JSON parsers refuse. Test cases for text processing are full of them.

#pragma once

#include <string>

namespace curlew::apps {

// The JSON text with each escaped lone surrogate replaced by "\ufffd".
std::string with_lone_surrogates_replaced(std::string json);

}  // namespace curlew::apps
