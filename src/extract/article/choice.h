// Which blocks are the article, once it is known how likely each belongs.

#pragma once

#include <span>
#include <vector>

#include "extract/article/feature.h"

namespace curlew::extract {

// How much dearer a word too many is than a word too few.
inline constexpr float kPriceOfExcess = 1.5F;

// `rows` and `chances`, by apply_whole_page_rules(), are by block, and so is `kept`,
// which is replaced. Takes the likeliest blocks, as many as make the expected F-measure
// of their words largest: where the page is clear these are the blocks more likely than
// not, where it is murky more of them; a page with text always has an article.
void choose_blocks(std::span<const FeatureRow> rows, std::span<const float> chances,
                   std::vector<bool>& kept, float price = kPriceOfExcess);

}  // namespace curlew::extract
