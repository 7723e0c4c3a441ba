// The commands that change and list what is watched.

#pragma once

#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "apps/commands/find_source.h"
#include "apps/commands/source_flags.h"
#include "base/result.h"
#include "model/source.h"
#include "store/central_store.h"

namespace curlew::apps {

// Should a command wait for the visits that it asks for? Only while `serve` runs.
enum class Waiting { kNo, kYes };

// An address that is watched already, or the number of a source, is changed in what the
// flags say, if they say anything.
struct AddOptions {
  std::vector<std::string> urls;
  SourceFlags source;
  bool no_wait = false;
  bool json = false;
};
Result<void> add_sources(const Context& context, const AddOptions& options);

struct ListOptions {
  std::string filter;  // "due", "late", "failing", "paused", "gone", "stopped"; empty:
                       // all.
  std::string folder;  // Empty: all.
  bool json = false;
};
Result<void> list_sources(const Context& context, const ListOptions& options);

struct TargetOptions {
  Targets targets;
  bool no_wait = false;  // Only for visits.
  bool json = false;
};
Result<void> remove_sources(const Context& context, const TargetOptions& options);
Result<void> pause_sources(const Context& context, const TargetOptions& options);
Result<void> resume_sources(const Context& context, const TargetOptions& options);
// Sources are due at once, beside their schedule and the budget; manners stay.
Result<void> visit_sources(const Context& context, const TargetOptions& options);

// A source's title, or its address without secrets where it has none.
std::string name_of(const model::Source& source);

}  // namespace curlew::apps
