#include "extract/article/choice.h"

#include <algorithm>
#include <numeric>

namespace curlew::extract {
namespace {

float price_for(const TypeChances& types, const ChoicePrices& prices) {
  const float article = types[std::size_t(PageType::kArticle)];
  return article * prices.article + (1 - article) * prices.other;
}

}  // namespace

void choose_blocks(std::span<const TextFacts> texts, std::span<const float> chances,
                   const TypeChances& types, std::vector<bool>& kept,
                   const ChoicePrices& prices) {
  kept.assign(chances.size(), false);
  std::vector<std::uint32_t> order(chances.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{}, [&](auto i) { return chances[i]; });
  float wanted = 0;  // Words that the article is expected to have.
  for (const std::uint32_t i : order) wanted += chances[i] * float(texts[i].words);
  const float price = price_for(types, prices);
  float hits = 0;
  float taken = 0;
  float best = 0;
  std::size_t best_count = 0;
  for (std::size_t count = 1; count <= order.size(); ++count) {
    const std::uint32_t i = order[count - 1];
    hits += chances[i] * float(texts[i].words);
    taken += float(texts[i].words);
    const float measure = hits / std::max(taken * price + wanted, 1e-6F);
    if (measure < best) continue;
    best = measure;
    best_count = count;
  }
  for (std::size_t count = 0; count < best_count; ++count) kept[order[count]] = true;
}

}  // namespace curlew::extract
