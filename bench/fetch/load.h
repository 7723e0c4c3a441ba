// What one measurement asks of the server, and what it cost.

#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace curlew::bench {

struct Load {
  std::size_t concurrency = 100;
  std::size_t requests = 20'000;
  std::uint16_t port = 8080;
  std::string path = "/small";
  bool keep_connections = false;
  std::size_t hosts = 500;
};

struct Outcome {
  std::size_t good = 0;  // 200 with a body.
  std::size_t bad = 0;
  std::uint64_t body_bytes = 0;
};

// Spread over loopback addresses: every closed connection blocks its pair of ports for
// a minute, and one address has only 28,000 of them.
inline std::string url_of(const Load& load, std::size_t request) {
  const auto host = request % load.hosts;
  return fmt::format("http://127.0.{}.{}:{}{}", host / 250, host % 250 + 1, load.port,
                     load.path);
}

// A plain libcurl multi loop as one would write it for speed alone, over epoll
// (curl_multi_socket_action) and over curl_multi_poll.
Outcome run_bare_epoll(const Load& load);
Outcome run_bare_poll(const Load& load);

// Curlew's client, and the fetcher on it with all politeness switched off.
Outcome run_client(const Load& load);
Outcome run_fetcher(const Load& load);

// Prints the memory of a transfer that is "waiting", "queued" or "receiving". One a
// process: what one leaves on the heap would make the next look small.
bool print_memory(std::string_view state, const Load& load);

}  // namespace curlew::bench
