// `curlew terminal`: one terminal as a process of its own, on a data directory of its
// own: cache, archive and key. It never opens the central database.

#pragma once

#include <string>

#include "apps/config/config.h"
#include "base/result.h"

namespace curlew::apps {

struct TerminalProcessOptions {
  // Empty: that of the machine.
  std::string name;
  // Hand the archive over to another terminal, and end.
  bool drain = false;
  // That other terminal; empty: any.
  std::string to;
};

// Runs until SIGTERM or SIGINT, or until all is handed over.
Result<void> run_terminal(const Config& config, const TerminalProcessOptions& options);

}  // namespace curlew::apps
