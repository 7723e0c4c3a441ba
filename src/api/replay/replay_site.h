// A second origin, which shows archived pages as they looked, and nothing else: what
// strangers wrote is never on the origin of our own pages. It has no cookies, no
// scripts, no log-in and no list of what it has: it shows what one of our own pages has
// handed out a signed address of (replay_address.h), in a sandbox.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "api/page_pool.h"
#include "api/read_version.h"
#include "base/clock.h"
#include "base/sealing.h"
#include "http/router.h"

namespace curlew::api {

struct ReplaySiteOptions {
  // As StatusSiteOptions has them.
  PagePool::OpenStore open_store;
  ReadVersion read_version;
  KeyReader key;
  std::string address = "127.0.0.1";
  // Of our own pages, on the same host: links lead there, where it is asked who may see
  // what they lead to.
  std::uint16_t web_port = 0;
};

// `clock` must outlive the router.
std::shared_ptr<const http::Router> make_replay_site(ReplaySiteOptions options,
                                                     const Clock& clock);

}  // namespace curlew::api
