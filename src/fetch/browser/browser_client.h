// A client that answers with the DOM of a page after its scripts have run: the same
// interface as the client that answers with bytes, so that robots.txt, the per-host
// lines, redirects and outcomes stay the fetcher's.
//
// Nothing is started before the first request. Then it keeps a few headless Chromium
// processes and replaces them after some pages, after a crash, and after a page that
// hangs. All their traffic goes through a guard proxy. Only GET is rendered; `proxy`
// and `body` of a request are not supported and refused.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/clock.h"
#include "fetch/browser/browser_process.h"
#include "fetch/browser/guard_proxy.h"
#include "fetch/browser/tab.h"
#include "http/client.h"

namespace curlew::fetch {

struct BrowserClientOptions {
  // `fetch.browser` in the configuration.
  std::string binary = "chromium";
  // The same as in all our requests.
  std::string user_agent;
  // Processes, about 300 MB each.
  std::size_t max_browsers = 1;
  // Pages at a time.
  std::size_t tabs_per_browser = 4;
  // A browser that has shown so many pages is replaced.
  std::size_t pages_per_browser = 200;
  // A browser without a page is ended after this time.
  Milliseconds keep_idle{60'000};
  // A request that waits longer for a free tab is given up.
  Milliseconds max_wait{300'000};
  // What each process of a browser may take.
  Bytes memory = 2_GiB;
  // What the scripts of each page may take.
  Bytes script_heap = 512_MiB;
  TabLimits page;
  GuardProxyOptions proxy;
  // For tests: a server with this public key (its SHA-256 in Base64) is trusted,
  // whoever signed its certificate.
  std::string trusted_key;
  // Called on another thread when poll() has something to deliver: wakes a loop that
  // waits for a client of another kind. May be empty.
  std::function<void()> on_ready;
};

// While there is no browser, every request ends as kBroken and says how to get one.
// `clock` must outlive the client.
std::unique_ptr<http::Client> make_browser_client(BrowserClientOptions options,
                                                  const Clock& clock);

}  // namespace curlew::fetch
