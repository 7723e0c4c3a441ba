// Which blocks are the article, once it is known how likely each belongs.

#pragma once

#include <span>
#include <vector>

#include "extract/article/text_facts.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

// How much dearer a word too many is than a word too few, where a page is an article
// and where it is not: around articles much looks like text that is not of it. Where
// cross-validation was best.
struct ChoicePrices {
  float article = 1.5F;
  float other = 1.0F;
};

// `texts` and `chances` are by block, and so is `kept`, which is replaced. Takes the
// likeliest blocks, as many as make the expected F-measure of their words largest:
// where the page is clear these are the blocks more likely than not, where it is murky
// more of them; a page with text always has an article.
void choose_blocks(std::span<const TextFacts> texts, std::span<const float> chances,
                   const TypeChances& types, std::vector<bool>& kept,
                   const ChoicePrices& prices = {});

}  // namespace curlew::extract
