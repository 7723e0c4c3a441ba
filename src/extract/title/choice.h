// Which of a page's candidates is its title. Boosted trees give every candidate a sum.
// Where a heading says something else than <title> does, a second model with a handful
// of weights decides between the best heading and the best of the rest: people chose
// the one or the other so irregularly there that trees learn accidents (see
// docs/extraction.md).

#pragma once

#include <array>
#include <optional>
#include <span>

#include "extract/title/candidates.h"

namespace curlew::extract {

// What the second model sees: the sums of the heading and of its rival; how much of the
// heading is in <title> and in the address, and of the address in the heading; how
// likely the page is an article or a service; and 1.
using HeadingFacts = std::array<float, 8>;

// Two candidates, by their place, between which the second model decides.
struct TitleContest {
  std::size_t heading;
  std::size_t other;
  HeadingFacts facts;
};

// Nothing where <title> says what the best heading says, or one of the two is missing.
std::optional<TitleContest> contest_of(std::span<const TitleCandidate> candidates,
                                       std::span<const float> sums);

// The place of the title among the candidates, of which there are some. A heading wins
// a contest when its facts, weighted, sum up to more than 0.
std::size_t choose(std::span<const TitleCandidate> candidates,
                   std::span<const float> sums, const HeadingFacts& weights);

}  // namespace curlew::extract
