// Which sources a user means. Words name them by number ("7", "#7"), address (also one
// that they had before), host, or a part of their title, where only one source fits.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/central_store.h"

namespace curlew::apps {

// "7", "#7"
std::optional<model::SourceId> parse_source_number(std::string_view word);

// kNotFound when there is none, kUsage when several fit; the error names them.
Result<store::WatchedSource> find_target(store::CentralStore& store,
                                         std::string_view word);

// As typed for commands on several sources.
struct Targets {
  std::vector<std::string> words;
  std::string folder;    // Those filed there, and in folders below.
  bool failing = false;  // Those of SourceFilter::kProblem.
  bool all = false;
};

// All targets are looked up before anything is done, so that a mistyped one leaves
// everything as it was. kUsage when nothing is named; each source comes once.
Result<std::vector<store::WatchedSource>> find_targets(store::CentralStore& store,
                                                       const Targets& targets,
                                                       Time now);

// The folder that --folder names, "" where nothing was typed. kUsage when what was
// typed names none ("/"): that must never mean all sources.
Result<std::string> to_folder(std::string_view typed);

// The same, and kNotFound when no source is filed in it or below it.
Result<std::string> find_folder(store::CentralStore& store, std::string_view typed);

}  // namespace curlew::apps
