// Where a Greek word and its spellings in Latin letters meet: by the sound of what is
// left without the ending, of which "Greeklish" knows no rules.
//
//   οικονομία, οικονομίας, oikonomia, ikonomiwn   → ikonom

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace curlew::query {

// Of a word in Greek letters: that of the word, and that of its stem where it differs
// (έγραψε, γραφ-). None for words with other letters.
std::vector<std::string> sounds_of_greek(std::string_view folded,
                                         std::string_view stem);

// Of a word in Latin letters, if it can be Greek: one for each way to read it. None
// for short words, which sound like too many.
std::vector<std::string> sounds_of_latin(std::string_view folded);

// Whether a folded word begins with a Greek letter.
bool is_greek(std::string_view folded);

}  // namespace curlew::query
