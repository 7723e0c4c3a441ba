// Labels for blocks: which of them stand in the text that people took for the article.

#pragma once

#include <vector>

#include "tokens.h"

namespace curlew::tools {

// Of each block the share of its words that stand in the truth, in order. Each place
// of the truth is given to one block, long blocks choose first; blocks of fewer than
// four words count where they stand between what stands around them.
std::vector<float> align(const std::vector<Tokens>& blocks, const Tokens& truth);

}  // namespace curlew::tools
