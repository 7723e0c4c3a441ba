// The learned part of the article finder. tools/article makes the tables.

#pragma once

#include "extract/article/learned_words.h"
#include "extract/forest/forest.h"

namespace curlew::extract {

struct ArticleModel {
  const LearnedWords& words;
  Forest first_guess;
  Forest final_chance;
};

const ArticleModel& shipped_model();

}  // namespace curlew::extract
