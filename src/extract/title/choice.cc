#include "extract/title/choice.h"

#include <algorithm>
#include <numeric>

namespace curlew::extract {
namespace {

HeadingFacts facts_of(const TitleRow& heading, float sum, float other_sum) {
  using F = TitleFeature;
  return {sum,
          other_sum,
          at(heading, F::title_overlap),
          at(heading, F::path_overlap),
          at(heading, F::path_inside),
          at(heading, F::type_article),
          at(heading, F::type_service),
          1};
}

}  // namespace

std::optional<TitleContest> contest_of(std::span<const TitleCandidate> candidates,
                                       std::span<const float> sums) {
  std::optional<std::size_t> heading;
  std::optional<std::size_t> other;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::optional<std::size_t>& best = candidates[i].is_heading ? heading : other;
    if (!best || sums[i] > sums[*best]) best = i;
  }
  if (!heading || !other || candidates[*heading].is_part_of_title) return {};
  return TitleContest{
      *heading, *other,
      facts_of(candidates[*heading].features, sums[*heading], sums[*other])};
}

std::size_t choose(std::span<const TitleCandidate> candidates,
                   std::span<const float> sums, const HeadingFacts& weights) {
  const std::optional<TitleContest> contest = contest_of(candidates, sums);
  if (!contest) return std::size_t(std::ranges::max_element(sums) - sums.begin());
  const float sum =
      std::inner_product(weights.begin(), weights.end(), contest->facts.begin(), 0.0F);
  return sum > 0 ? contest->heading : contest->other;
}

}  // namespace curlew::extract
