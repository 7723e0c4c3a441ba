// `curlew log`: the crawl log, for people and machines.

#pragma once

#include <cstddef>
#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct LogOptions {
  // Empty: all sources.
  std::string target;
  // Only what this user sees; empty: everything.
  std::string user;
  std::size_t number = 20;
  // Go on with those that come, until stopped.
  bool follow = false;
  bool json = false;
};
Result<void> show_log(const Context& context, const LogOptions& options);

}  // namespace curlew::apps
