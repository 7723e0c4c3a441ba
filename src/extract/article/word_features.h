// Features of blocks that come from word scores.

#pragma once

#include <vector>

#include "extract/article/block.h"
#include "extract/article/markup_words.h"

namespace curlew::extract {

// The markup around a block, from it upwards.
struct MarkupScores {
  float own = 0;   // Of its smallest element.
  float near = 0;  // Of the first element upwards that says anything,
  float far = 0;   // and of the second.
  float lowest = 0;
  float highest = 0;
  float sum = 0;
};

// The words in a block, where it is short, and in the heading before it.
struct TextScores {
  float mean = 0;
  float lowest = 0;
  float highest = 0;
  float first = 0;
  float heading = 0;
  float trail = 0;  // Of the worst text a short way back.
};

struct WordFeatures {
  MarkupScores markup;
  TextScores text;
};

void score_words(const dom::Document& page, const PageBlocks& blocks,
                 const MarkupWords& words, std::vector<WordFeatures>& out);

}  // namespace curlew::extract
