// The commands that change and list what is watched.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/commands/context.h"
#include "apps/commands/source_flags.h"
#include "base/result.h"
#include "model/source.h"
#include "store/central_store.h"

namespace curlew::apps {

// An address that is watched already is changed in what the flags say, if they say
// anything.
struct AddOptions {
  std::vector<std::string> urls;
  SourceFlags source;
  bool json = false;
};
Result<void> add_sources(const Context& context, const AddOptions& options);

struct ListOptions {
  std::string filter;  // "due", "late", "failing", "paused", "gone", "stopped"; empty:
                       // all.
  bool json = false;
};
Result<void> list_sources(const Context& context, const ListOptions& options);

// Sources by their address or their number ("7" or "#7").
struct TargetOptions {
  std::vector<std::string> targets;
  bool json = false;
};
Result<void> remove_sources(const Context& context, const TargetOptions& options);
Result<void> pause_sources(const Context& context, const TargetOptions& options);
Result<void> resume_sources(const Context& context, const TargetOptions& options);

// kNotFound names the target.
Result<store::WatchedSource> find_target(store::CentralStore& store,
                                         std::string_view target);

// A source's title, or its address without secrets where it has none.
std::string name_of(const model::Source& source);

}  // namespace curlew::apps
