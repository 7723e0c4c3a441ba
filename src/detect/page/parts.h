// The blocks that differ, as parts of a Change: where they are, what they are, what
// they said and say.

#pragma once

#include <vector>

#include "detect/page/change.h"
#include "detect/page/detect.h"

namespace curlew::detect {

// One for each pair that is not kSame, in order; at most `limit`. Texts are whole.
std::vector<Part> make_parts(PageVersion old, PageVersion now,
                             const std::vector<BlockPair>& pairs, std::size_t limit);

}  // namespace curlew::detect
