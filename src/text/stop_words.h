// Words that say nothing of what a text is about: articles, pronouns, prepositions, the
// forms of "to be". Left out of topic vectors and of the words of a query.

#pragma once

#include <string_view>

#include "text/language.h"

namespace curlew::text {

// `folded` as fold() makes it. Always false for languages without a list.
bool is_stop_word(std::string_view folded, Language language);

}  // namespace curlew::text
