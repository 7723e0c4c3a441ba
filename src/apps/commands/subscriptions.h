// Subscription lists in and out.

#pragma once

#include <string>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

struct ImportOptions {
  // OPML; "-" for standard input.
  std::string file;
  bool json = false;
};
// Adds what is not watched yet. What cannot be is named on stderr with its reason; that
// is an error only when nothing of the list is of use.
Result<void> import_subscriptions(const Context& context, const ImportOptions& options);

struct ExportOptions {
  // Empty: stdout.
  std::string file;
  // What is written when nothing is said.
  bool opml = false;
  // Instead: what is believed of every source.
  bool schedule = false;
  // Instead: when each source published what.
  bool trace = false;
  // Instead: the source whose articles are written.
  std::string atom;
  // Only what this user sees; empty: everything.
  std::string user;
};
Result<void> export_subscriptions(const Context& context, const ExportOptions& options);

}  // namespace curlew::apps
