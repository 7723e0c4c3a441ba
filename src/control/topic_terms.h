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
  // The commonest word of the examples that has this stem, as it is written there;
  // empty where none has it, as of a term that a crawl of the thesis added.
  std::string word = {};
  // The score of a text that has this word alone; of the thesis 1.
  double weight = 0;
};

// Of the words of its examples, the weightiest first; none where nothing was learned.
Result<std::vector<TellingTerm>> telling_terms(store::Store& store,
                                               model::SourceId topic, std::size_t most);

}  // namespace curlew::control
