// Trains the models that choose the title of a page among what the page offers, on the
// titles that people chose.

#pragma once

#include <string>
#include <vector>

#include "article_trainer.h"
#include "boosting.h"
#include "extract/title/choice.h"

namespace curlew::tools {

struct TitleOptions {
  unsigned folds = 10;
  std::vector<std::string> dropped;  // Beginnings of names of features to do without.
  bool print_misses = false;
};

struct TitleFigures {
  double possible = 0;  // Pages whose title is among the candidates.
  double trees = 0;     // Right titles by the trees alone, cross-validated;
  double unseen = 0;    // by both models, cross-validated;
  double seen = 0;      // by both, on the pages that taught.
};

struct TitleTraining {
  Trees trees;
  extract::HeadingFacts weights;
  TitleFigures figures;
};

// `pages` with what kinds of page others say they are.
TitleTraining train_titles(const std::vector<Taught>& pages,
                           const TitleOptions& options);

}  // namespace curlew::tools
