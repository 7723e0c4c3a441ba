// The commands that change and list what is watched.

#pragma once

#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "apps/commands/source_flags.h"
#include "base/result.h"
#include "service/find_source.h"

namespace curlew::apps {

// An address that is watched already, or the number of a source, is changed in what the
// flags say, if they say anything.
struct AddOptions {
  std::vector<std::string> urls;
  SourceFlags source;
  // The user who wants them; empty: nobody more.
  std::string subscriber;
  bool no_wait = false;
  bool json = false;
};
Result<void> add_sources(const Context& context, const AddOptions& options);

struct ListOptions {
  // "due", "late", "failing", "paused", "gone", "stopped"; empty: all.
  std::string filter;
  // Empty: all.
  std::string folder;
  // What this one sees, with his own titles; empty: all.
  std::string user;
  bool json = false;
};
Result<void> list_sources(const Context& context, const ListOptions& options);

struct TargetOptions {
  service::Targets targets;
  // Only to remove: not the source, but this user's subscription to it.
  std::string subscriber;
  // Only to remove: its versions go from the archive, too.
  bool forget_versions = false;
  // Only for visits.
  bool no_wait = false;
  bool json = false;
};
Result<void> remove_sources(const Context& context, const TargetOptions& options);
Result<void> pause_sources(const Context& context, const TargetOptions& options);
Result<void> resume_sources(const Context& context, const TargetOptions& options);
Result<void> visit_sources(const Context& context, const TargetOptions& options);

}  // namespace curlew::apps
