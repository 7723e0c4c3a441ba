// A small HTTP server: the web endpoint, and the pages that the simulated web shows.
//
// One epoll thread reads and writes; a handler that needs time keeps its Responder and
// answers later from any thread, while everybody else is served. An answer may be
// streamed (stream.h). Idle or slow clients cost a socket and nothing else.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"
#include "http/message.h"
#include "http/stream.h"

namespace curlew::http {

struct ServerRequest {
  std::string method;
  // Decoded, without the query: "/feeds/7".
  std::string path;
  // Raw, without the '?'.
  std::string query;
  // Path and query as they were sent, for a path that holds an address, in which "%3F"
  // and "?" are different.
  std::string target;
  // With Host, so that one server can show many sites.
  Headers headers;
  std::string body;
  std::string remote_address;
  // "https" where a proxy that is trusted says so.
  std::string scheme = "http";

  // The decoded value of a query parameter, or nullopt.
  std::optional<std::string> parameter(std::string_view name) const;
};

struct ServerResponse {
  int status = 200;
  // Content-Length and, when absent, Date are added.
  Headers headers;
  std::string body;
  // When set, the body comes from it.
  std::shared_ptr<StreamBody> stream = nullptr;
};

// Answers one request, once, from any thread; copies share the one answer and all but
// the first answer are ignored. Destroying the last copy unanswered answers 500.
class Responder {
 public:
  // Where the answer goes; a test of a handler brings its own.
  class Sink {
   public:
    virtual ~Sink() = default;
    virtual void answer(ServerResponse response) = 0;
  };
  explicit Responder(std::shared_ptr<Sink> sink) : sink_(std::move(sink)) {}
  void operator()(ServerResponse response) const { sink_->answer(std::move(response)); }

 private:
  std::shared_ptr<Sink> sink_;
};

// Called on the server's thread. Must not block. The request is valid during the call.
using Handler = std::function<void(const ServerRequest&, Responder)>;

// Words what the server itself refuses: a request that is too long or not clear (its
// body is not read), an answer that there is no memory for. On the server's thread.
using Refusal =
    std::function<ServerResponse(const ServerRequest&, int status, std::string why)>;
ServerResponse plain_refusal(const ServerRequest&, int status, std::string why);

struct ServerOptions {
  // "0.0.0.0" or "::" for every address.
  std::string address = "127.0.0.1";
  // 0: any free one; see Server::port().
  std::uint16_t port = 0;
  // Further clients wait to be accepted.
  std::size_t max_connections = 4000;
  // Of a request; a longer one gets 413.
  Bytes max_body = 1_MiB;
  // Of responses that their clients have not read yet, all together: clients that read
  // slowly must not fill the memory. Who would be one too many gets 503.
  Bytes max_unread = 64_MiB;
  // Rounded up to seconds.
  Milliseconds idle_timeout{30'000};
  Refusal refuse = plain_refusal;
};

class Server {
 public:
  // Stops serving; pending answers are dropped.
  virtual ~Server() = default;
  virtual std::uint16_t port() const = 0;
};

Result<std::unique_ptr<Server>> start_server(ServerOptions options, Handler handler);

}  // namespace curlew::http
