// The little web: a dozen and a half made-up news sites, a dozen hobby sites that link
// to each other, some pages and some data documents on one loopback port, which publish
// and change while you watch. `curlew demo` shows it to newcomers, and tests measure
// against its own list of publications.
//
// Each site is a virtual host "<name>.localhost:<port>". What it publishes is a
// function of seed, epoch and time alone: a web that is stopped and started with the
// same options goes on as if it had never been away.
//
// For other processes, on every host: /_web/ (a page for people), /_web/sites.json,
// /_web/published.json[?since_ms=N], /_web/violations.json, /_web/opml,
// /_web/ring.json (what the pages of the hobby sites are about).

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
  // 0: any free one.
  std::uint16_t port = 0;
  // Virtual seconds a real second.
  double speed = 600;
  std::uint64_t seed = 1;
  // When it opened; none: now.
  std::optional<Time> epoch;
  double items_per_site_per_minute = 4;
  // In each feed.
  std::size_t items_shown = 20;
  // How long the slow site thinks.
  Milliseconds slow_answer{3'000};
  ClientMonitorOptions monitor;
};

enum class Promise {
  // A client that comes often enough finds every publication.
  kComplete,
  // Forbidden or endless: nothing is ever found here.
  kUnreadable,
  // A page or data document: it has versions, not publications.
  kChanging,
};

// One thing to subscribe to.
struct LittleSource {
  std::string site;
  std::string title;
  // To subscribe to.
  std::string url;
  // Where articles are listed in the end; empty when nowhere.
  std::string feed_url;
  // "feed", "page" or "data".
  std::string kind;
  std::string description;
  Promise promise = Promise::kComplete;
};

struct Publication {
  std::string site;
  std::string feed_url;
  // Empty where the feed gives none.
  std::string guid;
  std::string url;
  std::string title;
  // Real time; a whole second.
  Time published;
  // By robots.txt: the article is listed, not fetched.
  bool page_forbidden = false;
};

// What can be looked for on sites that link to each other (sim/web/ring.h).
struct LittleTopic {
  struct Example {
    std::string title;
    std::string text;
  };
  std::string name;
  // Where to begin.
  std::vector<std::string> seeds;
  std::vector<Example> examples;
};

// A page of those sites.
struct RingPage {
  std::string url;
  // What it was about at first, and is about now; by the name of a topic, or another.
  std::string first_hobby;
  std::string hobby;
  // How often that changed.
  std::int64_t drifts = 0;
};

// All functions are thread-safe.
class LittleWeb {
 public:
  // Stops serving.
  virtual ~LittleWeb() = default;

  virtual std::uint16_t port() const = 0;
  virtual Time epoch() const = 0;
  virtual std::vector<LittleSource> sources() const = 0;
  // Everything published in [from, until], oldest first within each site. What was out
  // before the epoch is included when `from` lies before it.
  virtual std::vector<Publication> published(Time from, Time until) const = 0;
  virtual std::vector<LittleTopic> topics() const = 0;
  virtual std::vector<Violation> violations() const = 0;
};

// The clock must outlive the web.
Result<std::unique_ptr<LittleWeb>> start_little_web(LittleWebOptions options,
                                                    const Clock& clock);

}  // namespace curlew::sim
