// Words as the corpus's own scorer counts them: runs of Python's \w.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::tools {

enum class Case { kKept, kFolded };

using Tokens = std::vector<std::uint64_t>;  // Hashes, in order.
Tokens tokens_of(std::string_view text, Case letters);

// White space at both ends removed, and runs of it made one space.
std::string squeezed(std::string_view text);

}  // namespace curlew::tools
