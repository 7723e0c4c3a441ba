#include <fmt/core.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>

#include "base/check.h"
#include "base/clock.h"
#include "fetch/load.h"
#include "http/client.h"

namespace curlew::bench {
namespace {

long resident_kib() {
  std::ifstream file("/proc/self/statm");
  long total = 0, resident = 0;
  file >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE) / 1024;
}

// Takes connections and never says a word.
class SilentServer {
 public:
  SilentServer() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_ANY);
    socklen_t size = sizeof address;
    CHECK(bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    CHECK(listen(listener_, 4096) == 0);
    CHECK(getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
  }
  ~SilentServer() { close(listener_); }
  std::uint16_t port() const { return port_; }

 private:
  int listener_;
  std::uint16_t port_ = 0;
};

// How much the process grows with `count` transfers in flight, after `patience`.
void measure(std::string_view what, const Load& load, std::size_t max_connections,
             Milliseconds patience) {
  SystemClock clock;
  http::ClientOptions options;
  options.guard = http::AddressGuard({*http::parse_address_range("127.0.0.0/8")});
  options.max_connections = max_connections;
  const auto client = make_curl_client(std::move(options), clock);
  const auto before = resident_kib();
  for (std::size_t i = 0; i < load.concurrency; ++i) {
    client->start({.url = url_of(load, i)}, [](http::Response) {});
  }
  const auto until = clock.steady() + patience;
  while (clock.steady() < until) client->poll(Milliseconds(100));
  fmt::print("memory\t{}\t{}\t{:.1f}\n", what, client->in_flight(),
             double(resident_kib() - before) / double(load.concurrency));
}

}  // namespace

bool print_memory(std::string_view state, const Load& load) {
  const SilentServer silent;
  Load asked = load;
  if (state == "waiting") {
    asked.port = silent.port();
    measure("connected, waiting for the answer", asked, load.concurrency,
            Milliseconds(1500));
  } else if (state == "queued") {
    asked.port = silent.port();
    asked.concurrency = 50 * load.concurrency;
    measure("queued inside the client", asked, 1, Milliseconds(0));
  } else if (state == "receiving") {
    asked.path = "/slow";
    measure("receiving 60 KB, half of it here", asked, load.concurrency,
            Milliseconds(1500));
  } else {
    return false;
  }
  return true;
}

}  // namespace curlew::bench
