// A data directory saved in one file, and brought back.

#pragma once

#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct BackupCommandOptions {
  std::string file;
  // Overwrite it.
  bool force = false;
  bool json = false;
};
// Consistent while Curlew runs. The configuration goes along, where there is a file.
Result<void> back_up(const Context& context, const BackupCommandOptions& options);

struct RestoreCommandOptions {
  std::string file;
  // What is stored in the data directory.
  bool replace = false;
  bool json = false;
};
// Only where no Curlew runs.
Result<void> restore(const Context& context, const RestoreCommandOptions& options);

}  // namespace curlew::apps
