#include "extract/metadata/title.h"

#include "extract/forest/forest.h"
#include "extract/metadata/title_choice.h"

namespace curlew::extract {
namespace {

#include "extract/metadata/heading_weights.inc"
#include "extract/metadata/title_model.inc"

}  // namespace

std::string choose_title(const Metadata& facts, std::string_view url,
                         const TypeChances& types) {
  std::vector<TitleCandidate> candidates = title_candidates(facts, url, types);
  if (candidates.empty()) return {};
  std::vector<float> sums;
  for (const TitleCandidate& candidate : candidates)
    sums.push_back(sum_of_trees(kForest, candidate.features));
  return std::move(candidates[choose(candidates, sums, kHeadingWeights)].text);
}

}  // namespace curlew::extract
