// The web endpoint: what Curlew is doing, for people and for machines. All of it is one
// table of routes (add_routes() in the source, and the operations of v1/), which
// docs/formats/web.md describes.
//
// Feeds of sources and versions know no log-in, so they are for this machine alone. A
// page in somebody's browser could still reach them under a name of its own that
// resolves to loopback (DNS rebinding); requests whose Host is neither loopback nor the
// configured address are refused. Under the public host (PersonalAddresses::public_url)
// personal pages and feeds are shown, and the JSON API to who is logged in.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/api_parts.h"
#include "api/live_events.h"
#include "api/operation.h"
#include "api/read_version.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/ip_address.h"
#include "http/router.h"
#include "service/entry.h"
#include "service/personal.h"
#include "service/snapshot.h"
#include "store/store.h"

namespace curlew::api {

// How people get in.
struct AccessOptions {
  service::Registration registration = service::Registration::kClosed;
  // Whose X-Forwarded-* headers are believed.
  std::vector<http::AddressRange> trusted_proxies = {};
  // CallersOptions::open_as.
  std::string open_as = {};
  // Of the program; told to who is logged in.
  std::string version = {};
};

struct StatusSiteOptions {
  // Opens a connection for reading. Called on each of the threads that make pages, by
  // the first request that needs it, since a store belongs to one thread.
  std::function<Result<std::unique_ptr<store::Store>>()> open_store;
  // The same for writing, for requests that change something.
  std::function<Result<std::unique_ptr<store::Store>>()> open_to_write = nullptr;
  // Of personal pages and feeds, which anybody may ask for who knows their address; the
  // host of their public_url is served them, and nothing else.
  service::PersonalAddresses personal;
  AccessOptions access;
  // The one the server listens on.
  std::string address = "127.0.0.1";
  service::SnapshotLimits limits;
  // The bytes of a version; absent: none are shown. Called on several threads at a
  // time.
  ReadVersion read_version = nullptr;
  // Where versions are shown as they looked (replay/replay_site.h); 0: nowhere.
  std::function<std::uint16_t()> replay_port = [] { return std::uint16_t(0); };
  // What the planner believes of a source; absent: nothing is said of it. Called on
  // several threads at a time.
  std::function<Result<std::optional<service::SourcePlan>>(
      store::Store&, const store::WatchedSource&, Time now)>
      explain = nullptr;
  // What the operations of the API need beside it.
  ApiParts parts = {};
  // What operators ask for, who may read the figures (nullopt: nobody can), and who is
  // told of every answer (http::RouterOptions::on_answer).
  OperationOptions operation;
  std::optional<http::Access> metrics_access = http::Access::kLocal;
  std::function<void(std::string_view pattern, int status, Milliseconds took)>
      on_answer = nullptr;
  // Are there the callbacks and the hub of WebSub?
  bool has_websub = true;
  // Clients of the events, which keep their connections.
  std::size_t most_listeners = LiveEventsOptions().most_clients;
  // Why nothing can be stored now; "": all is well. Called on another thread.
  std::function<std::string()> storing_trouble = [] { return std::string(); };
};

// `clock` must outlive the router.
std::shared_ptr<const http::Router> make_status_site(StatusSiteOptions options,
                                                     const Clock& clock);

}  // namespace curlew::api
