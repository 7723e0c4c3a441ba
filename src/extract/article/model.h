// The learned part of the article finder. tools/article makes the tables.

#pragma once

#include <span>
#include <vector>

#include "extract/article/feature.h"
#include "extract/forest/forest.h"
#include "extract/words/vocabulary.h"

namespace curlew::extract {

struct ArticleModel {
  const LearnedWords& words;
  Forest block_chance;
};

const ArticleModel& shipped_model();

// The chances (0 … 1) of blocks. What the first trees all but rule out, two fifths of
// all blocks, the others are not asked about: of those that taught the model none would
// have come to a chance above .11.
void ask(const Forest& forest, std::span<const FeatureRow> rows,
         std::vector<float>& chances);

}  // namespace curlew::extract
