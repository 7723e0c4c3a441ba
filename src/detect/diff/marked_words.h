// What became of a text, in HTML that says it without its tags, too: a paragraph that
// begins with − for what it was, one with + for what it is, <del> and <ins> around the
// words that differ, and of the others those nearby.

#pragma once

#include <string>
#include <string_view>

namespace curlew::detect {

// One of them is empty: it came, or went.
void append_marked_words(std::string& html, std::string_view before,
                         std::string_view after);

// For each place where lines of the text differ; `most` of them, and "…" for more.
std::string marked_lines(std::string_view before, std::string_view after,
                         std::size_t most);

}  // namespace curlew::detect
