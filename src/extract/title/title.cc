#include "extract/title/title.h"

#include "extract/forest/forest.h"
#include "extract/title/choice.h"

namespace curlew::extract {
namespace {

namespace title_model {
#include "extract/title/heading_weights.inc"
#include "extract/title/title_model.inc"
static_assert(kFeatureChecksum == checksum_of_features(kTitleFeatureNames),
              "the features of titles have changed: train anew (tools/article)");
}  // namespace title_model

}  // namespace

std::string choose_title(const Metadata& facts, std::string_view url,
                         const TypeChances& types) {
  std::vector<TitleCandidate> candidates = title_candidates(facts, url, types);
  if (candidates.empty()) return {};
  std::vector<float> sums;
  for (const TitleCandidate& candidate : candidates)
    sums.push_back(sum_of_trees(title_model::kForest, candidate.features));
  return std::move(
      candidates[choose(candidates, sums, title_model::kHeadingWeights)].text);
}

}  // namespace curlew::extract
