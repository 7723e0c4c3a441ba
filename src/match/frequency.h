// How often texts have what a query asks for: guesses, of which only the order matters,
// for the choice of what to look at first.

#pragma once

#include <cstddef>

#include "query/expression.h"

namespace curlew::match {

double frequency_of(const query::Expression& leaf);
// Which word of a phrase is the first of the pair that is the rarest.
std::size_t rarest_pair(const query::Phrase& phrase);

}  // namespace curlew::match
