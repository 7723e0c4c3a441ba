// The element that holds the article, where it is known which blocks surely belong.

#pragma once

#include <span>

#include "extract/article/block_sight.h"

namespace curlew::extract {

// The smallest element that has nearly all of the given words, which are by block.
dom::NodeId smallest_holder(const BlockSight& sight, std::span<const float> words);

}  // namespace curlew::extract
