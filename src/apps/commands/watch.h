// The commands on watchlists.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/commands/context.h"
#include "base/result.h"

namespace curlew::apps {

// As typed; what is empty or absent was not.
struct WatchOptions {
  std::string user;
  std::string name;
  std::vector<std::string> queries;
  // Of an edit.
  std::string new_name;
  // "mail", "feed", "webhook"
  std::string by;
  // "off", "20", "hourly", "daily", "weekly"
  std::string digest;
  std::optional<std::uint32_t> hour;
  // "monday", …
  std::string weekday;
  // Of mail, "none" is the user's own address. "@FILE" reads it from there.
  std::string to;
  std::string form;
  // The file that the key of signatures is in; "none" takes it away.
  std::string secret_file;
  std::string action;
  std::string tag;
  std::optional<bool> synonyms;
  bool json = false;
};
Result<void> add_watchlist(const Context& context, const WatchOptions& options);
Result<void> edit_watchlist(const Context& context, const WatchOptions& options);

struct WatchTargets {
  std::string user;
  std::vector<std::string> names;
  bool json = false;
};
Result<void> list_watchlists(const Context& context, const WatchTargets& options);
Result<void> remove_watchlists(const Context& context, const WatchTargets& options);
Result<void> pause_watchlists(const Context& context, const WatchTargets& options);
// The newest clip of each, by its channel, at once.
Result<void> send_watchlists(const Context& context, const WatchTargets& options);
Result<void> resume_watchlists(const Context& context, const WatchTargets& options);

struct WatchFileOptions {
  std::string user;
  // "-" and, to write, empty: standard input or output.
  std::string file;
};
Result<void> export_watchlists(const Context& context, const WatchFileOptions& options);
Result<void> import_watchlists(const Context& context, const WatchFileOptions& options);

}  // namespace curlew::apps
