// Writes what was learned as tables that the C++ of src/extract includes.

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"
#include "boosting.h"
#include "extract/words/word_table.h"

namespace curlew::tools {

// `checksum` is that of the features it was learned from (extract/forest/forest.h).
Result<void> write_forest(const std::string& path, const Trees& trees,
                          std::uint64_t checksum);
// One forest a kind: `kForests`, a TypeForests.
Result<void> write_forests(const std::string& path, std::span<const Trees> kinds,
                           std::uint64_t checksum);
// Those of extract/title/choice.h.
Result<void> write_weights(const std::string& path, std::span<const float> weights);
Result<void> write_words(const std::string& path,
                         std::span<const extract::WordScore> words);

}  // namespace curlew::tools
