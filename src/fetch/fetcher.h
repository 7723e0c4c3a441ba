// Gets bytes politely: robots.txt first, one host's requests spaced by its delay,
// conditional requests, redirects followed hop by hop, and the publisher's wishes about
// when to come back read from the answer. A page that is to be rendered goes the same
// way, but a browser asks for it.
//
// Single-threaded: fetch() and poll() on one thread; callbacks come from poll().

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/time.h"
#include "fetch/fair_queue.h"
#include "http/client.h"
#include "model/outcome.h"
#include "model/problem.h"
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

struct FetchRequest {
  std::string url;
  // Empty: anything.
  std::string accept;
  // From the last 200 of this source; empty the first time.
  Validators validators;
  model::RequestSettings settings;
  http::Limits limits;
  // As of http::Request: is the body of an answer with these headers of any use?
  std::function<bool(const http::Headers&)> wants_body;
  Urgency urgency = Urgency::kRoutine;
  // The source that it is for; 0: nobody in particular. Without urgency, all sources
  // together get half of the places and one a tenth.
  std::int64_t source = 0;
  // A rendered page is asked for without validators: they speak for the bytes of its
  // document, and what its scripts show may change without them.
  model::Rendering rendering = model::Rendering::kNever;
  // Of a rendered page: what it looks like is wanted, too.
  bool wants_picture = false;
  // A redirect to another registrable domain is not followed:
  // FetchOutcome::kBadRedirect says so, and FetchResult::led_to where it leads.
  bool stays_on_its_domain = false;
};

// What robots.txt says of an address.
enum class RobotsWord { kNotAsked, kAllows, kForbids, kUnreadable };

// An answer that led elsewhere.
struct Redirect {
  std::string url;
  int status = 0;
  http::Headers headers;
};

struct FetchResult {
  model::FetchOutcome outcome = model::FetchOutcome::kFetched;
  int status = 0;
  // The last response's.
  http::Headers headers;
  std::string body;
  http::BodyEnd body_end = http::BodyEnd::kWhole;
  // PNG; empty: there is none.
  std::string picture;
  // What the body takes of the client's budget, for as long as it is kept.
  std::shared_ptr<const MemoryBudget::Share> room;
  // Those that were followed, in their order.
  std::vector<Redirect> redirects = {};
  // After redirects.
  std::string final_url;
  // Where a redirect leads that was not followed, as it is another domain; else empty.
  std::string led_to;
  // After the leading run of 301/308; equals url when none.
  std::string permanent_url;
  // To send next time; from this 200, or those sent.
  Validators validators;
  // Cache-Control, Expires and Age say so (RFC 9111).
  std::optional<Time> fresh_until;
  // In either form, on 429 and 503.
  std::optional<Time> retry_after;
  Time started;
  // On the wire, all hops; not the time waited in the queue.
  Milliseconds took{0};
  Bytes wire_bytes = 0;
  // For people; empty on success.
  std::string error;
  // Where the first request went; empty when unknown.
  std::string address;
  // Given back unsent, as too many wait for its address.
  bool is_given_back = false;
  model::Remark remark = model::Remark::kNone;
  // What robots.txt says of the address of the last hop.
  RobotsWord robots = RobotsWord::kNotAsked;
  // The delay that the same robots.txt asks for; 0: none.
  Milliseconds crawl_delay{0};
};

// How polite to be.
struct Politeness {
  // Between two requests to one owner.
  Milliseconds host_delay{2'000};
  // A robots.txt that asks for more gets this.
  Milliseconds max_crawl_delay{30'000};
  // Requests to one owner at a time.
  std::size_t per_host = 1;
  // Requests at a time, all hosts together.
  std::size_t total = 200;
  // One owner: the hosts of one registrable domain.
  bool group_by_domain = true;
  // Between the starts of two requests to one network address, whoever its hosts belong
  // to, and how many at a time. A thousand hosts behind one address, with a robots.txt
  // each, take 2,000 such gaps, 140 s.
  Milliseconds address_delay{70};
  std::size_t per_address = 8;
  bool obey_robots = true;
};

// The owner that a host shares its delay with, by name.
std::string owner_of(std::string_view host, const Politeness& politeness);

struct FetcherOptions {
  Politeness politeness;
  // Names looked up at a time: as many threads as the client has for that.
  std::size_t lookups = http::ClientOptions().resolver_threads;
  // A look-up that takes longer has failed.
  Milliseconds lookup_timeout{10'000};
  // A request to an address that so many wait for is given back at once.
  std::size_t most_for_address = std::numeric_limits<std::size_t>::max();
  // A Retry-After holds the queue of its host, but not for longer than this.
  Milliseconds max_hold = std::chrono::days(7);
  // A request that cannot start this soon, as its host is held or its queue is long, is
  // answered kThrottled without being sent.
  Milliseconds max_queue_wait{900'000};
  // The product token that robots.txt may name.
  std::string robots_token = "curlew";
  int max_redirects = 8;
  // How old a robots.txt may be when a request leaves that it allowed. It is read again
  // earlier, by what a request may wait (max_queue_wait).
  Milliseconds robots_ttl{24 * 3'600'000};
  // When it could not be read.
  Milliseconds robots_retry{3'600'000};
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

  // Not called back yet.
  virtual std::size_t pending() const = 0;
  // On the wire now.
  virtual std::size_t in_flight() const = 0;

  // When the next queued request may start; nullopt when nothing waits for time to
  // pass.
  virtual std::optional<SteadyTime> next_start() const = 0;

  // For other threads: ends a poll() in progress.
  virtual void wake() = 0;
};

class PolitenessStore;

// `renderer` is asked for what is to be rendered (fetch/browser/browser_client.h);
// without one such a request ends as kUnreachable. A renderer that has news must wake
// `client`, which poll() waits for. `store` has what was promised before, and is told
// of what is promised now (fetch/saved_politeness.h). All of them must outlive the
// fetcher.
std::unique_ptr<Fetcher> make_fetcher(FetcherOptions options, http::Client& client,
                                      const Clock& clock,
                                      http::Client* renderer = nullptr,
                                      PolitenessStore* store = nullptr);

}  // namespace curlew::fetch
