// A fetch on its way, as the fetcher keeps it from the first address to the result.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "fetch/fair_queue.h"
#include "fetch/fetcher.h"
#include "fetch/redirects.h"
#include "http/ip_address.h"

namespace curlew::fetch {

// The fetch of what somebody asked for, or of a robots.txt that it needs.
struct Job {
  JobId id = 0;
  FetchRequest request;
  Fetcher::Done done;
  RedirectTrail trail;
  FetchResult result;
  SteadyTime deadline;
  // Not empty: it fetches this robots.txt.
  std::string robots_key;
  // The addresses of the host that it asks now; empty: not looked up.
  std::vector<http::IpAddress> addresses;
  // The one it connects to; empty: unknown.
  std::string address;
  // The queue has taken it, so that it stays until it has an answer.
  bool is_accepted = false;
  Milliseconds crawl_delay{0};

  bool is_robots() const { return !robots_key.empty(); }
  bool is_rendered() const { return request.rendering == model::Rendering::kAlways; }
};

// Origins reached through a proxy are known apart: a broken proxy says nothing of them.
std::string robots_key_of(const Job& job);
std::string_view origin_of(std::string_view robots_key);

// The host that is connected to. Behind a proxy the target's own address is unknown,
// and the proxy is a machine, too: it is spaced like any other.
std::string connects_to(const Job& job);

// "::1" of "[::1]".
std::string without_brackets(std::string_view address);

// Whether a request was sent at all, and not only queued.
bool was_sent(const FetchResult& result);

}  // namespace curlew::fetch
