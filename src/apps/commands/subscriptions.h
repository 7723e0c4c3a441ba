// Subscription lists in and out.

#pragma once

#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct ImportOptions {
  std::string file;  // OPML; "-" for standard input.
  bool json = false;
};
// Adds what is not watched yet. What cannot be is named on stderr with its reason; that
// is an error only when nothing of the list is of use.
Result<void> import_subscriptions(const Context& context, const ImportOptions& options);

struct ExportOptions {
  std::string file;       // Empty: stdout.
  bool opml = false;      // What is written when nothing is said.
  bool schedule = false;  // Instead: what is believed of every source.
  bool trace = false;     // Instead: when each source published what.
  std::string atom;       // Instead: the source whose articles are written.
};
Result<void> export_subscriptions(const Context& context, const ExportOptions& options);

}  // namespace curlew::apps
