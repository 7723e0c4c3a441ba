// `curlew log`: the crawl log, for people and machines.

#pragma once

#include <cstddef>
#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct LogOptions {
  std::string target;  // Empty: all sources.
  std::size_t number = 20;
  bool follow = false;  // Go on with those that come, until stopped.
  bool json = false;
};
Result<void> show_log(const Context& context, const LogOptions& options);

}  // namespace curlew::apps
