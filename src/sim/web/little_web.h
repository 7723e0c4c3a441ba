// The little web: a dozen and a half made-up news sites, some pages and some data
// documents on one loopback port, which publish and change while you watch. `curlew
// demo` shows it to newcomers, and tests measure against its own list of publications.
//
// Each site is a virtual host "<name>.localhost:<port>". What it publishes is a
// function of seed, epoch and time alone: a web that is stopped and started with the
// same options goes on as if it had never been away.
//
// For other processes, on every host: /_web/ (a page for people), /_web/sites.json,
// /_web/published.json[?since_ms=N], /_web/violations.json, /_web/opml.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "sim/web/client_monitor.h"

namespace curlew::sim {

struct LittleWebOptions {
  std::uint16_t port = 0;  // 0: any free one.
  double speed = 600;      // Virtual seconds a real second.
  std::uint64_t seed = 1;
  std::optional<Time> epoch;  // When it opened; none: now.
  double items_per_site_per_minute = 4;
  std::size_t items_shown = 20;     // In each feed.
  Milliseconds slow_answer{3'000};  // How long the slow site thinks.
  ClientMonitorOptions monitor;
};

enum class Promise {
  kComplete,    // A client that comes often enough finds every publication.
  kUnreadable,  // Forbidden or endless: nothing is ever found here.
  kChanging,    // A page or data document: it has versions, not publications.
};

// One thing to subscribe to.
struct LittleSource {
  std::string site;
  std::string title;
  std::string url;       // To subscribe to.
  std::string feed_url;  // Where articles are listed in the end; empty when nowhere.
  std::string kind;      // "feed", "page" or "data".
  std::string description;
  Promise promise = Promise::kComplete;
};

struct Publication {
  std::string site;
  std::string feed_url;
  std::string guid;  // Empty where the feed gives none.
  std::string url;
  std::string title;
  Time published;               // Real time; a whole second.
  bool page_forbidden = false;  // By robots.txt: the article is listed, not fetched.
};

// All functions are thread-safe.
class LittleWeb {
 public:
  virtual ~LittleWeb() = default;  // Stops serving.

  virtual std::uint16_t port() const = 0;
  virtual Time epoch() const = 0;
  virtual std::vector<LittleSource> sources() const = 0;
  // Everything published in [from, until], oldest first within each site. What was out
  // before the epoch is included when `from` lies before it.
  virtual std::vector<Publication> published(Time from, Time until) const = 0;
  virtual std::vector<Violation> violations() const = 0;
};

// The clock must outlive the web.
Result<std::unique_ptr<LittleWeb>> start_little_web(LittleWebOptions options,
                                                    const Clock& clock);

}  // namespace curlew::sim
