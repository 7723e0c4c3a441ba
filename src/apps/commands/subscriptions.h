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
  bool schedule = false;  // Instead.
  bool trace = false;     // Instead.
  std::string atom;       // Instead: the source whose articles are written.
};
// Writes all sources as OPML, with kind, interval, folder and state, so that another
// Curlew watches them alike. Of a page that is followed other readers get the address
// of the feed that Curlew makes of it. Credentials stay at home.
Result<void> export_subscriptions(const Context& context, const ExportOptions& options);

// Writes the newest articles of one source as an Atom feed.
Result<void> export_atom(const Context& context, const ExportOptions& options);

// Writes when each source published what, as `lab simulate --trace` reads it; to a
// file, with the addresses of the sources in another beside it.
Result<void> export_trace(const Context& context, const ExportOptions& options);

// Writes what is believed of every source, one JSON object a line.
Result<void> export_schedule(const Context& context, const ExportOptions& options);

}  // namespace curlew::apps
