// Text from the Web made fit to be shown: nothing in it can move a cursor, ring a bell
// or turn the reading direction.

#pragma once

#include <string>
#include <string_view>

namespace curlew {

// Well-formed UTF-8 on one line. Runs of white space become one space; control
// characters (C0, C1, DEL), bidirectional overrides, other invisible formats and what
// Unicode says is no character (U+FFFF) are dropped; bytes that are not UTF-8 become
// U+FFFD.
std::string plain_text(std::string_view text);

// The same, but white space stays: line ends and runs of spaces, as in preformatted
// text, and the space at either end of a piece of a sentence. Tabs become spaces.
std::string plain_piece(std::string_view text);

// At most `columns` wide on a terminal, with … where something was cut off.
std::string shortened(std::string_view plain, std::size_t columns);

// How many columns a terminal uses for it: two for East Asian wide characters and
// emoji, none for combining marks.
std::size_t display_width(std::string_view plain);

}  // namespace curlew
