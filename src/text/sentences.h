// Where the sentences of a text are: the candidates of Unicode Standard Annex #29 (a
// full stop before a space and no small letter, an exclamation mark, the end of a line,
// the Greek question mark in Greek), less those that belong to an abbreviation: "U.S.
// officials", "Dr. Jones", "π.χ. η Αθήνα", "J. S. Bach", "am 3. Oktober".
//
// ICU's own iterator breaks at every capital after "Mr." and has no Greek list of
// abbreviations; it is the oracle in the tests: every boundary here is one of its own.

#pragma once

#include <string_view>
#include <vector>

#include "text/language.h"
#include "text/words.h"

namespace curlew::text {

// Replaces `sentences`: ranges in order, without white space at either end, none empty.
// With kUnknown the abbreviations of English and Greek apply.
void find_sentences(std::string_view text, Language language,
                    std::vector<ByteRange>& sentences);

}  // namespace curlew::text
