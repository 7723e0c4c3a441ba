// How much single words in short texts ("subscribe") say about whether these belong to
// an article. Learned from pages of many owners; a word counts only when at least
// twelve of them use it, so that these are words of the web and not of a site.

#pragma once

#include <optional>
#include <string_view>

namespace curlew::extract {

// Log odds against the average; nothing for words that are not known.
std::optional<float> score_of_text_word(std::string_view word);

}  // namespace curlew::extract
