// Writes what was learned as tables that the C++ of src/extract includes.

#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "boosting.h"
#include "extract/article/word_table.h"

namespace curlew::tools {

Result<void> write_forest(const std::string& path, const Trees& trees);
// One forest a kind: `kForests`, a TypeForests.
Result<void> write_forests(const std::string& path, std::span<const Trees> kinds);
// Those of extract/metadata/title_choice.h.
Result<void> write_weights(const std::string& path, std::span<const float> weights);
Result<void> write_words(const std::string& path,
                         std::span<const extract::WordScore> words);

}  // namespace curlew::tools
