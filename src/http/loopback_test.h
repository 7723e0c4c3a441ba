// Plain sockets for tests: a client that says exactly what it is told, and a server
// that behaves as badly as its script.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace curlew::http {

// A connected TCP socket, closed when destroyed. Reads give up after five seconds.
class RawSocket {
 public:
  explicit RawSocket(int descriptor);
  RawSocket(RawSocket&& other) noexcept;
  ~RawSocket();

  // To 127.0.0.1.
  static RawSocket connect(std::uint16_t port);

  bool send(std::string_view bytes);  // False when the peer has gone.
  std::string read_some();            // Empty at the end.
  std::string read_until(std::string_view mark);
  std::string read_all();
  // One response with a Content-Length.
  std::string read_response();

 private:
  int descriptor_;
};

// Listens on 127.0.0.1 and runs `script` on a thread for each connection, which is
// closed when the script returns. The destructor waits for the scripts: they must end
// once the peer closes or `stopping` is set.
class RawServer {
 public:
  using Script = std::function<void(RawSocket&, const std::atomic<bool>& stopping)>;
  explicit RawServer(Script script);
  ~RawServer();

  std::uint16_t port() const { return port_; }
  std::string url(std::string_view path = "/") const;
  int connections() const { return connections_; }

 private:
  void accept_connections();

  Script script_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<int> connections_{0};
  std::atomic<bool> stopping_{false};
  std::thread acceptor_;
  std::list<std::thread> scripts_;
};

}  // namespace curlew::http
