// What a block looks like to the model: numbers that need no knowledge of the site.

#pragma once

#include <span>
#include <vector>

#include "extract/article/block.h"
#include "extract/article/feature_names.h"
#include "extract/article/outline.h"

namespace curlew::extract {

using BlockFeatures = std::array<float, kBlockFeatures>;

// One row a block. Replaces `out`, whose memory is used again. Linear in the page: no
// feature looks further than a fixed number of steps, except by sums made beforehand.
void describe_blocks(const dom::Document& page, const PageBlocks& blocks,
                     const Outline& outline, std::string_view title,
                     std::vector<BlockFeatures>& out);

}  // namespace curlew::extract
