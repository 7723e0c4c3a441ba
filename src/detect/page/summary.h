// A change in one line, for people.

#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "detect/page/change.h"

namespace curlew::detect {

struct LinkCounts {
  std::size_t added = 0;
  std::size_t removed = 0;
};

// "3 paragraphs rewritten under ‘Fees’; 1 link removed". What was moved comes last.
// Only parts that are no noise are told, and what surrounds the main text only where
// nothing else is. `others` changed as well, and are only counted. Empty: nothing to
// tell.
std::string summary_of(std::span<const Part> parts, LinkCounts links,
                       std::size_t others = 0);

}  // namespace curlew::detect
