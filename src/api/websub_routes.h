// WebSub over HTTP: where hubs call us back (/websub/{token}), and the hub of our own
// feeds (/websub). See docs/websub.md.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/atom.h"
#include "api/route.h"
#include "api/status_site.h"
#include "base/clock.h"
#include "base/result.h"
#include "service/personal.h"
#include "store/store.h"

namespace curlew::api {

// `options` and `clock` outlive them.
std::vector<Route> make_websub_routes(const StatusSiteOptions& options,
                                      const Clock& clock);

// Where whoever calls reaches us, "https://curlew.example.org".
std::string base_of(const http::Call& call, const StatusSiteOptions& options);

// The hub of feeds whose addresses begin with `base`; "": there is none.
std::string hub_address(const StatusSiteOptions& options, std::string_view base);
// The Link header of a feed: its hub and its own address (section 4), which stand in
// the feed, too. None where there is no hub.
http::Headers link_header(const FeedAddress& at);

// One of our feeds as it is sent to subscribers; nullopt: there is none at this path.
struct OwnFeed {
  std::string body;
  // A media type, as text that stays.
  std::string_view type;
};
// The addresses of feed and hub begin with `base`; without a hub, `hub` is empty.
Result<std::optional<OwnFeed>> make_own_feed(
    store::Store& store, std::string_view path, std::string_view base,
    std::string_view hub, const service::PersonalAddresses& addresses);

}  // namespace curlew::api
