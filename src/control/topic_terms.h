// Which words a learned topic goes by, for people.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "store/store.h"

namespace curlew::control {

struct TellingTerm {
  std::string stem;
  // The score of a text that has this word alone; of the thesis 1.
  double weight = 0;
};

// Of the words of its examples, the weightiest first; none where nothing was learned.
Result<std::vector<TellingTerm>> telling_terms(store::Store& store,
                                               model::SourceId topic, std::size_t most);

}  // namespace curlew::control
