// The learned part of the article finder. tools/article makes the tables.

#pragma once

#include <span>
#include <vector>

#include "extract/article/feature.h"
#include "extract/article/learned_words.h"
#include "extract/forest/forest.h"

namespace curlew::extract {

struct ArticleModel {
  const LearnedWords& words;
  Forest first_guess;
  Forest final_chance;
};

const ArticleModel& shipped_model();

// The chances (0 … 1) of blocks by one of the forests.
void ask(const Forest& forest, std::span<const FeatureRow> rows,
         std::vector<float>& chances);

// The same for a second look: what was all but ruled out at the first is not looked at
// again. That is half of all blocks, and none of those that taught the model had come
// back to a chance of .3.
void ask_again(const Forest& forest, std::span<const FeatureRow> rows,
               std::span<const float> guesses, std::vector<float>& chances);

}  // namespace curlew::extract
