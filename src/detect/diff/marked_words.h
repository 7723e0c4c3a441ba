// Two texts as one, in HTML: <del> around what went, <ins> around what came.

#pragma once

#include <string>
#include <string_view>

namespace curlew::detect {

// Escaped; words that both have stand as they are.
void append_marked_words(std::string& html, std::string_view before,
                         std::string_view after);

// A <p> for each place where lines of the text differ; `most` of them, and "…" for
// more.
std::string marked_lines(std::string_view before, std::string_view after,
                         std::size_t most);

}  // namespace curlew::detect
