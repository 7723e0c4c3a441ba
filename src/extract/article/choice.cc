#include "extract/article/choice.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace curlew::extract {
namespace {

float words_of(const FeatureRow& row) { return at(row, BlockFeature::text_words); }

std::vector<std::uint32_t> likeliest_first(std::span<const float> chances) {
  std::vector<std::uint32_t> order(chances.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::uint32_t i) { return chances[i]; });
  return order;
}

}  // namespace

void choose_blocks(std::span<const FeatureRow> rows, std::span<const float> chances,
                   std::vector<bool>& kept, float price) {
  const std::vector<std::uint32_t> order = likeliest_first(chances);
  float wanted = 0;  // Words that the article is expected to have.
  for (const std::uint32_t i : order) wanted += chances[i] * words_of(rows[i]);
  float hits = 0;
  float taken = 0;
  float best = 0;
  std::size_t best_count = 0;
  for (std::size_t count = 1; count <= order.size(); ++count) {
    const std::uint32_t i = order[count - 1];
    hits += chances[i] * words_of(rows[i]);
    taken += words_of(rows[i]);
    const float measure = hits / std::max(taken * price + wanted, 1e-6F);
    if (measure < best) continue;
    best = measure;
    best_count = count;
  }
  kept.assign(chances.size(), false);
  for (std::size_t count = 0; count < best_count; ++count) kept[order[count]] = true;
}

}  // namespace curlew::extract
