// The element that holds the article, once it is known which blocks surely belong.

#pragma once

#include <span>
#include <vector>

#include "extract/article/block_sight.h"

namespace curlew::extract {

// The smallest element that has nearly all of the given words, which are by block.
dom::NodeId smallest_holder(const BlockSight& sight, std::span<const float> words);

// Which blocks come after the end of the element that holds what is likely enough by
// `chances` to be sure of; none where hardly anything is. `rows`, by describe_blocks(),
// and `behind`, which is replaced, are by block.
void find_behind(const BlockSight& sight, std::span<const FeatureRow> rows,
                 std::span<const float> chances, std::vector<bool>& behind);

}  // namespace curlew::extract
