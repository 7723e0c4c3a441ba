// A document with what HTTP says about it, and the answer to a conditional request for
// it (RFC 9110 §13).

#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "http/server.h"
#include "sim/web/site.h"

namespace curlew::sim {

struct Representation {
  std::string content_type;
  std::string body;
  Validation validation = Validation::kEtagAndDate;
  Time last_modified;
  // 0: no Cache-Control.
  std::chrono::seconds max_age{0};
};

// 304 when the request names what the client has and it is this, else 200.
http::ServerResponse answer_conditionally(const http::ServerRequest& request,
                                          const Representation& document, Time now);

// An answer of a few words. Every answer of the simulated web carries the Date of the
// simulation's clock, or clients would see freshness measured by another.
http::ServerResponse answer_briefly(int status, std::string_view words, Time now);

http::ServerResponse redirect_to(int status, std::string_view location, Time now);

}  // namespace curlew::sim
