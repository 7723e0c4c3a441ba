// Names that may stand in paths, subjects of a broker, lines of a file and logs as they
// are: those of terminals and installations.

#pragma once

#include <string_view>

#include "base/result.h"

namespace curlew {

// Of letters, digits, - and _; 64 at most.
bool is_plain_name(std::string_view name);

// kMalformed where it is none, with what there is instead of one: "terminal '../x':
// …".
Result<void> expect_plain_name(std::string_view what, std::string_view name);

}  // namespace curlew
