// Completion of commands, flags and their values, for the three common shells.

#pragma once

#include <string>

#include "apps/cli/command_doc.h"

namespace curlew::apps {

enum class Shell { kBash, kZsh, kFish };

// A script for the shell to read: `source <(curlew completion bash)`.
std::string completion_script(const CommandDoc& root, Shell shell);

}  // namespace curlew::apps
