// Where a program of another package is.

#pragma once

#include <optional>
#include <string>

namespace curlew {

// `name` is a path, or a name to be found on the PATH; nullopt: it is not there, or
// nothing that can be run.
std::optional<std::string> find_program(const std::string& name);

}  // namespace curlew
