// Pages that stand where another was wanted, whatever their status says.

#pragma once

#include "detect/blocks/page_blocks.h"

namespace curlew::detect {

// Of two versions of one page, is `page` an error page, a test for robots, a login or
// consent form instead of `other`? It says much less, and either next to nothing or
// words that such pages use in their title, headings or first lines. In place of a page
// that says little itself, it has another title and its words are clear.
bool is_error_page(const PageBlocks& page, const PageBlocks& other);

}  // namespace curlew::detect
