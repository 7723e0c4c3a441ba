// A password from whoever types it, never from the command line, where everybody on the
// machine could read it.

#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace curlew::apps {

enum class PasswordFrom {
  // Asked for, twice, at a terminal; else there is none.
  kTerminal,
  // The same, and without a terminal the first line of standard input.
  kTerminalOrInput,
};

// The first line of `file` ("-": standard input); without a file, as `from` says.
// nullopt: none.
Result<std::optional<std::string>> read_password(const std::string& file,
                                                 PasswordFrom from);

}  // namespace curlew::apps
