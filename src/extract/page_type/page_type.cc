#include "extract/page_type/page_type.h"

#include <algorithm>
#include <cmath>

namespace curlew::extract {
namespace {

namespace page_types {
#include "extract/page_type/page_types.inc"
}  // namespace page_types

}  // namespace

const TypeForests& shipped_type_forests() { return page_types::kForests; }

std::uint64_t shipped_type_checksum() { return page_types::kFeatureChecksum; }

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

PageType type_of(const TypeChances& chances) {
  constexpr float kRarer = 3.5F;
  // Below it a page is taken for what it most likely is: the model spreads its guesses
  // where a page has little to go by.
  constexpr float kLeast = 0.12F;
  const float listing = chances[std::size_t(PageType::kListing)];
  const float collection = chances[std::size_t(PageType::kCollection)];
  const float hub = listing + collection;
  if (hub < kLeast || hub * kRarer < chances[std::size_t(PageType::kArticle)]) {
    return likeliest(chances);
  }
  return listing >= collection ? PageType::kListing : PageType::kCollection;
}

}  // namespace curlew::extract
