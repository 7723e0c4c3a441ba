// Gets bytes politely: robots.txt first, one host's requests spaced by its delay,
// conditional requests, redirects followed hop by hop, and the publisher's wishes about
// when to come back read from the answer. A page that is to be rendered goes the same
// way, but a browser asks for it.
//
// Single-threaded: fetch() and poll() on one thread; callbacks come from poll().

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/time.h"
#include "http/client.h"
#include "model/outcome.h"
#include "model/source.h"

namespace curlew::fetch {

// What a server gave us to recognise its content by, kept byte for byte (RFC 9110
// §8.8).
struct Validators {
  std::string etag;
  std::string last_modified;
  // The address that gave them, and the only one they are sent to. After a redirect it
  // is not the one that was asked for. Empty: the request's own.
  std::string url;
  bool operator==(const Validators&) const = default;
};

enum class Urgency { kRoutine, kSoon };  // kSoon goes before kRoutine within a host.

struct FetchRequest {
  std::string url;
  std::string accept;     // Empty: anything.
  Validators validators;  // From the last 200 of this source; empty the first time.
  model::RequestSettings settings;
  http::Limits limits;
  Urgency urgency = Urgency::kRoutine;
  // A rendered page is asked for without validators: they speak for the bytes of its
  // document, and what its scripts show may change without them.
  model::Rendering rendering = model::Rendering::kNever;
};

struct FetchResult {
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  int status = 0;
  http::Headers headers;  // Of the last response.
  std::string body;
  std::string final_url;      // After redirects.
  std::string permanent_url;  // After the leading run of 301/308; equals url when none.
  Validators validators;      // To send next time; from this 200, or those sent.
  std::optional<Time> fresh_until;  // Cache-Control, Expires and Age say so (RFC 9111).
  std::optional<Time> retry_after;  // In either form, on 429 and 503.
  Time started;
  Milliseconds took{0};  // On the wire, all hops; not the time waited in the queue.
  Bytes wire_bytes = 0;
  std::string error;  // For people; empty on success.
};

// How polite to be.
struct Politeness {
  Milliseconds host_delay{2'000};        // Between two requests to one owner.
  Milliseconds max_crawl_delay{30'000};  // A robots.txt that asks for more gets this.
  std::size_t per_host = 1;              // Requests to one owner at a time.
  std::size_t total = 200;               // Requests at a time, all hosts together.
  bool group_by_address = true;          // One owner: hosts on one address,
  bool group_by_domain = true;           // and hosts of one registrable domain.
  bool obey_robots = true;
};

struct FetcherOptions {
  Politeness politeness;
  // A Retry-After holds the queue of its host, but not for longer than this.
  Milliseconds max_hold{3'600'000};
  // A request that cannot start this soon, as its host is held or its queue is long, is
  // answered kThrottled without being sent.
  Milliseconds max_queue_wait{900'000};
  std::string robots_token = "curlew";  // The product token that robots.txt may name.
  int max_redirects = 8;
  Milliseconds robots_ttl{24 * 3'600'000};
  Milliseconds robots_retry{3'600'000};  // When it could not be read.
  // What is remembered of them; the least used are forgotten.
  std::size_t robots_entries = 50'000;
  Bytes robots_bytes = 64_MiB;
};

class Fetcher {
 public:
  using Done = std::function<void(FetchResult)>;
  virtual ~Fetcher() = default;

  // Queues the request behind the others of its host. `done` is called once, from
  // poll().
  virtual void fetch(FetchRequest request, Done done) = 0;

  // Starts what may start now, moves transfers on, and calls back; waits at most
  // `max_wait` for something to happen.
  virtual void poll(Milliseconds max_wait) = 0;

  virtual std::size_t pending() const = 0;    // Not called back yet.
  virtual std::size_t in_flight() const = 0;  // On the wire now.

  // When the next queued request may start; nullopt when nothing waits for time to
  // pass.
  virtual std::optional<SteadyTime> next_start() const = 0;

  virtual void wake() = 0;  // For other threads: ends a poll() in progress.
};

// `renderer` is asked for what is to be rendered (fetch/browser/browser_client.h);
// without one such a request ends as kUnreachable. A renderer that has news must wake
// `client`, which poll() waits for. The clients and the clock must outlive the fetcher.
std::unique_ptr<Fetcher> make_fetcher(FetcherOptions options, http::Client& client,
                                      const Clock& clock,
                                      http::Client* renderer = nullptr);

}  // namespace curlew::fetch
