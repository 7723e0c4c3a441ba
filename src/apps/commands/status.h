// The commands that show what is going on.

#pragma once

#include <cstddef>
#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct StatusOptions {
  std::string target;  // Empty: everything at a glance.
  bool json = false;
};
Result<void> show_status(const Context& context, const StatusOptions& options);

struct LogOptions {
  std::string target;
  std::size_t number = 20;
  bool json = false;
};
Result<void> show_log(const Context& context, const LogOptions& options);

}  // namespace curlew::apps
