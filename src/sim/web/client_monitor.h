// Watches how the little web is treated by the client under test, and writes down what
// a publisher would complain about. Browsers may do as they like: only clients whose
// User-Agent holds the given token are judged. Thread-safe.

#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "http/server.h"

namespace curlew::sim {

struct Violation {
  // "robots.txt forbids this path", ...
  std::string what;
  Time when;
  std::string url;
  std::string agent;
};

struct ClientMonitorOptions {
  std::string agent_token = "curlew";
  // Two requests to one host closer than this are impolite.
  Milliseconds spacing{100};
};

class ClientMonitor {
 public:
  explicit ClientMonitor(ClientMonitorOptions options) : options_(std::move(options)) {}

  // A request came in; `answer` is what it will get.
  void note(const http::ServerRequest& request, std::string_view host,
            const http::ServerResponse& answer, Time now);

  std::vector<Violation> violations() const;

 private:
  bool is_judged(const http::ServerRequest& request) const;
  void complain(std::string what, const http::ServerRequest& request,
                std::string_view host, Time now);

  const ClientMonitorOptions options_;
  mutable std::mutex mutex_;
  std::vector<Violation> violations_;
  // By host.
  std::map<std::string, Time, std::less<>> last_request_;
  // By address: Retry-After.
  std::map<std::string, Time, std::less<>> not_before_;
};

// What the site's robots.txt says, and the same as a question.
std::string robots_txt(std::string_view site);
bool is_forbidden(std::string_view site, std::string_view path);

}  // namespace curlew::sim
