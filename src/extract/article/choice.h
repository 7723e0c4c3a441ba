// Which blocks are the article, once it is known how likely each belongs.

#pragma once

#include <span>
#include <vector>

#include "extract/article/feature.h"
#include "extract/page_type/page_type.h"

namespace curlew::extract {

// What the trees do not see sharply enough is put right by rules; what each buys is in
// docs/extraction.md.
struct ChoiceRules {
  bool comments = true;  // Except in forums, comments are not the article's.
  bool behind = true;    // What comes after the article's element hardly ever belongs.
  bool twins = true;     // A paragraph counts once.
  float price = 1.5F;    // How much dearer a word too many is than a word too few.
};

// What is known about a page's blocks; everything is by block.
struct JudgedBlocks {
  std::span<const FeatureRow> rows;  // By describe_blocks() and describe_guesses().
  std::span<const float> chances;
  const std::vector<bool>& behind;  // By find_behind().
  const TypeChances& types;
};

// Replaces `kept`. Takes the likeliest blocks, as many as make the expected F-measure
// of their words largest: where the page is clear these are the blocks more likely than
// not, where it is murky more of them; a page with text always has an article.
void choose_blocks(const JudgedBlocks& blocks, std::vector<bool>& kept,
                   const ChoiceRules& rules = {});

}  // namespace curlew::extract
