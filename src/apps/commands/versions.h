// The commands over versions of documents: which there are, one as it was, two side by
// side.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "apps/commands/source_flags.h"
#include "base/result.h"

namespace curlew::apps {

struct HistoryOptions {
  // A source, or an address.
  std::string document;
  // When the version was seen that is no change; empty: only list.
  std::string not_a_change;
  // Takes that back.
  std::string a_change;
  std::size_t number = 20;
  // What this one sees; empty: all.
  std::string user;
  bool json = false;
};
Result<void> show_history(const Context& context, const HistoryOptions& options);

struct ShowOptions {
  // "URL@TIME"
  std::string version;
  std::string user;
  // What a reader sees, instead of the bytes.
  bool text = false;
  // The head of the answer, instead of the bytes.
  bool headers = false;
  // Its blocks, each with the selector of what it stands in, instead of the bytes.
  bool outline = false;
  bool json = false;
};
Result<void> show_version(const Context& context, const ShowOptions& options);

struct WatchPreviewOptions {
  std::string document;
  // Otherwise it is watched as it is.
  WatchFlags watch;
  std::string user;
  bool json = false;
};
Result<void> preview_watching(const Context& context,
                              const WatchPreviewOptions& options);

struct DiffOptions {
  std::string document;
  // Up to two.
  std::vector<std::string> times;
  std::string user;
  bool html = false;
  bool json = false;
};
Result<void> show_difference(const Context& context, const DiffOptions& options);

}  // namespace curlew::apps
