// `curlew check URL`: what one would get by watching an address, without watching it. A
// number looks at the source that has it, as it is watched; otherwise no database is
// opened.

#pragma once

#include <string>

#include "apps/commands/context.h"
#include "apps/commands/source_flags.h"
#include "base/result.h"

namespace curlew::apps {

struct CheckOptions {
  std::string url;
  SourceFlags source;
  bool json = false;
};
// kFailed when the address cannot be watched like this.
Result<void> check_address(const Context& context, const CheckOptions& options);

}  // namespace curlew::apps
