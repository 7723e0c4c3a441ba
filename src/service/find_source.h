// Which sources a user means. Words name them by number ("7", "#7"), address (also one
// that they had before), host, or a part of their title, where only one source fits.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "store/store.h"

namespace curlew::service {

// Who asks: a user sees sources that are shared and those that he subscribes to, and
// learns nothing of others. nullopt: the operator, who sees all.
using Viewer = std::optional<model::UserId>;

// kNotFound when there is none, kUsage when several fit; the error names them.
Result<store::WatchedSource> find_source(store::Store& store, std::string_view word,
                                         Viewer viewer = {});

// Sources as they are named for something that is done to several.
struct Targets {
  std::vector<std::string> words;
  // Sources filed in it, and in folders below it.
  std::string folder;
  // All sources of SourceFilter::kProblem.
  bool failing = false;
  bool all = false;
};

// All targets are looked up before anything is done, so that a mistyped one leaves
// everything as it was. kUsage when nothing is named; each source comes once.
Result<std::vector<store::WatchedSource>> find_targets(store::Store& store,
                                                       const Targets& targets,
                                                       Time now);

// As to_folder() (source_address.h), and kNotFound when no source is filed in it or
// below it. A user has folders of his own.
Result<std::string> find_folder(store::Store& store, std::string_view typed,
                                Viewer viewer = {});

// Which sources are listed: those that are both.
struct SourceQuery {
  store::SourceFilter filter = store::SourceFilter::kAll;
  // As typed; with those below it. Empty: any.
  std::string folder;
  Viewer viewer = {};
};
// A user's own titles and folders stand instead of the sources'.
Result<std::vector<store::WatchedSource>> list_sources(store::Store& store,
                                                       const SourceQuery& query,
                                                       Time now,
                                                       Milliseconds late_after);

// A source's title, or its address without secrets where it has none.
std::string name_of(const model::Source& source);

}  // namespace curlew::service
