// Lists of what is watched, in and out.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sealing.h"
#include "base/time.h"
#include "parse/opml.h"
#include "service/find_source.h"
#include "store/store.h"

namespace curlew::service {

struct Imported {
  std::size_t added = 0;
  // Watched already.
  std::size_t known = 0;
  // "address: reason" of those that cannot be.
  std::vector<std::string> invalid;
  // "address: reason" of settings that cannot be read.
  std::vector<std::string> left_out;
};

// Adds what is not watched yet. `advance` is told after each part how many more were
// dealt with: a running Curlew gets its turn in between.
// `key` seals the logins that stand in addresses. A `subscriber` subscribes to all of
// them: new ones are private to him, and folders and titles are his own.
Result<Imported> import_feeds(store::Store& store, const parse::OpmlList& list,
                              const KeyReader& key, Time now,
                              const std::function<void(std::size_t)>& advance,
                              std::optional<model::UserId> subscriber = {});

// OPML, or addresses, one on a line.
Result<parse::OpmlList> parse_feed_list(std::string_view bytes);

// All sources that the viewer sees as OPML, with kind, interval, folder and state, so
// that another Curlew watches them alike. Of a page that is followed other readers get
// the address of the feed that Curlew makes of it, below `web`,
// "http://localhost:8400"; where that is empty, the page's own. Credentials stay at
// home.
Result<std::string> export_opml(store::Store& store, std::string_view web, Time now,
                                Viewer viewer = {});

struct Trace {
  std::size_t events = 0;
  // A table of the sources' addresses, as CSV.
  std::string names;
};

// Writes when each source that the viewer sees published what, as `lab simulate
// --trace` reads it, as far as it is known without gaps: since it is watched. Each line
// comes with its end.
Result<Trace> export_trace(store::Store& store, Time now,
                           const std::function<void(std::string_view)>& write,
                           Viewer viewer = {});

}  // namespace curlew::service
