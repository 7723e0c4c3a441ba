#include "extract/page_type/page_type.h"

#include <algorithm>
#include <cmath>

namespace curlew::extract {
namespace {

#include "extract/page_type/page_types.inc"

}  // namespace

const TypeForests& shipped_type_forests() { return kForests; }

TypeChances judge_page(std::span<const float> features, const TypeForests& forests) {
  TypeChances chances{};
  float sum = 0;
  for (std::size_t type = 0; type < forests.size(); ++type) {
    chances[type] = std::exp(sum_of_trees(forests[type], features));
    sum += chances[type];
  }
  for (float& chance : chances) chance /= sum;
  return chances;
}

PageType likeliest(const TypeChances& chances) {
  return PageType(std::ranges::max_element(chances) - chances.begin());
}

bool is_hub(const TypeChances& chances) {
  // Hubs are rarer than articles among the pages that taught the model; here both kinds
  // of error count alike.
  constexpr float kRarer = 5;
  constexpr float kLeast = 0.05F;  // Services and the like are neither.
  const float hub = chances[std::size_t(PageType::kListing)] +
                    chances[std::size_t(PageType::kCollection)];
  return hub >= kLeast && hub * kRarer >= chances[std::size_t(PageType::kArticle)];
}

}  // namespace curlew::extract
