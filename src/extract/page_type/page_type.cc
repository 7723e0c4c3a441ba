#include "extract/page_type/page_type.h"

#include <algorithm>
#include <cmath>

#include "extract/forest/forest.h"

namespace curlew::extract {
namespace {

#include "extract/page_type/page_types.inc"

constexpr std::array<Forest, 7> kForests = {
    Forest{kNodes, kRoots0}, Forest{kNodes, kRoots1}, Forest{kNodes, kRoots2},
    Forest{kNodes, kRoots3}, Forest{kNodes, kRoots4}, Forest{kNodes, kRoots5},
    Forest{kNodes, kRoots6}};

// Of listing and collection against article. Hubs are rarer than articles among the
// pages that taught the model; here both kinds of error count alike.
constexpr float kHubShare = 0.2F;

}  // namespace

TypeChances judge_page(std::span<const float> features) {
  TypeChances chances{};
  float sum = 0;
  for (std::size_t type = 0; type < kForests.size(); ++type) {
    chances[type] = std::exp(sum_of_trees(kForests[type], features));
    sum += chances[type];
  }
  for (float& chance : chances) chance /= sum;
  return chances;
}

PageType likeliest(const TypeChances& chances) {
  return PageType(std::ranges::max_element(chances) - chances.begin());
}

bool is_hub(const TypeChances& chances) {
  const float hub = chances[std::size_t(PageType::kListing)] +
                    chances[std::size_t(PageType::kCollection)];
  return hub >= kHubShare * (hub + chances[std::size_t(PageType::kArticle)]);
}

}  // namespace curlew::extract
