// Text for reading on a terminal: paragraphs broken into lines that fit.

#pragma once

#include <string>
#include <string_view>

#include "apps/output/screen.h"

namespace curlew::apps {

// `lines` are paragraphs; an empty line goes between two of them. No wider than the
// screen, nor than 80 columns, which is as far as an eye follows. No control character
// of the text reaches the terminal.
std::string prose(const Screen& screen, std::string_view lines);

}  // namespace curlew::apps
