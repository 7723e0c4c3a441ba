// The commands that show what is going on.

#pragma once

#include <cstddef>
#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct StatusOptions {
  // Empty: everything at a glance.
  std::string target;
  // As this one may see it; empty: everything.
  std::string user;
  bool json = false;
};
Result<void> show_status(const Context& context, const StatusOptions& options);

}  // namespace curlew::apps
