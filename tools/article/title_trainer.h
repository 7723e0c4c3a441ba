// Trains the model that chooses the title of a page among what the page offers, on the
// titles that people chose.

#pragma once

#include <vector>

#include "article_trainer.h"
#include "boosting.h"

namespace curlew::tools {

struct TitleFigures {
  double possible = 0;  // Pages whose title is among the candidates.
  double unseen = 0;    // Right titles, cross-validated.
  double seen = 0;      // Right titles on the pages that taught.
};

struct TitleTraining {
  Trees trees;
  TitleFigures figures;
};

// `pages` with what kinds of page others say they are.
TitleTraining train_titles(const std::vector<Taught>& pages, unsigned folds,
                           bool print_misses);

}  // namespace curlew::tools
