// Which spellings of a Greek word sound alike, whichever letters they use: keys that
// meet when two words are the same but for their ending.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace curlew::extract {

// How a word is sought: "οικονομία" with its stem, "oikonomias" without. Sorted; empty
// for words that cannot be Greek.
std::vector<std::string> sounds_of_keyword(std::string_view folded,
                                           std::string_view stem);

// What Latin letters are in a text: many an English word sounds like some Greek one.
enum class LatinLetters { kForeign, kGreeklish };
// How a word of a text is looked up.
std::vector<std::string> sounds_of_word(std::string_view folded, std::string_view stem,
                                        LatinLetters latin);

}  // namespace curlew::extract
