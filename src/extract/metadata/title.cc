#include "extract/metadata/title.h"

#include "extract/forest/forest.h"
#include "extract/metadata/title_candidates.h"

namespace curlew::extract {
namespace {

#include "extract/metadata/title_model.inc"

}  // namespace

std::string choose_title(const Metadata& facts, std::string_view url,
                         const TypeChances& types) {
  std::string best;
  float best_sum = 0;
  for (TitleCandidate& candidate : title_candidates(facts, url, types)) {
    const float sum = sum_of_trees(kForest, candidate.features);
    if (!best.empty() && sum <= best_sum) continue;
    best = std::move(candidate.text);
    best_sum = sum;
  }
  return best;
}

}  // namespace curlew::extract
