#include "http/server.h"

#include <arpa/inet.h>
#include <microhttpd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <variant>

#include "base/ascii.h"
#include "base/log.h"
#include "http/ip_address.h"
#include "http/late_answer.h"
#include "http/request_check.h"
#include "http/request_target.h"

namespace curlew::http {
namespace {

// One request being read and answered. MHD carries the pointer through its callbacks.
struct Exchange {
  ServerRequest request;
  std::shared_ptr<LateAnswer> answer;
  std::shared_ptr<StreamBody> stream;  // While its answer is being sent.
  bool has_odd_target = false;
  enum class Phase { kHeaders, kBody, kHandled } phase = Phase::kHeaders;
};

void log_daemon_message(void*, const char* format, std::va_list arguments) {
  char line[512];
  std::vsnprintf(line, sizeof line, format, arguments);
  log_debug("http server: {}", line);
}

// A response until its client has read it, counted among all such.
struct UnreadBody {
  std::string text;
  std::shared_ptr<std::atomic<Bytes>> unread;
};

void free_body(void* pointer) {
  auto* body = static_cast<UnreadBody*>(pointer);
  *body->unread -= body->text.size();
  delete body;
}

MHD_Response* make_buffered(std::string text,
                            const std::shared_ptr<std::atomic<Bytes>>& unread) {
  auto* body = new UnreadBody{std::move(text), unread};
  *unread += body->text.size();
  auto* response = MHD_create_response_from_buffer_with_free_callback_cls(
      body->text.size(), body->text.data(), free_body, body);
  if (response == nullptr) free_body(body);
  return response;
}

ssize_t read_stream(void* body, std::uint64_t, char* buffer, std::size_t size) {
  return static_cast<StreamBody*>(body)->read(buffer, size);
}

// The body is kept by the Exchange, which lasts as long as the answer is sent.
MHD_Response* make_streamed(StreamBody& body) {
  constexpr std::size_t kBlock = 32 * 1024;
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, kBlock, &read_stream,
                                           &body, nullptr);
}

MHD_Result queue(MHD_Connection* connection, int status, const Headers& headers,
                 MHD_Response* response) {
  if (response == nullptr) return MHD_NO;
  for (const auto& [name, value] : headers) {
    // MHD refuses what would break the framing: line ends, a Content-Length of its own.
    if (!MHD_add_response_header(response, name.c_str(), value.c_str())) {
      log_debug("http server: dropped response header '{}: {}'", name, value);
    }
  }
  const auto queued = MHD_queue_response(connection, unsigned(status), response);
  MHD_destroy_response(response);
  return queued;
}

MHD_Result collect_header(void* headers, MHD_ValueKind, const char* name,
                          std::size_t name_size, const char* value,
                          std::size_t value_size) {
  static_cast<Headers*>(headers)->emplace_back(
      std::string(name, name_size),
      value == nullptr ? std::string() : std::string(value, value_size));
  return MHD_YES;
}

// RFC 9112 §3.2.2: the authority of an absolute-form target replaces the Host field.
void replace_host(Headers& headers, std::string authority) {
  std::erase_if(headers, [](const auto& header) {
    return equals_ignoring_case(header.first, "Host");
  });
  headers.emplace_back("Host", std::move(authority));
}

class MhdServer final : public Server {
 public:
  MhdServer(ServerOptions options, Handler handler)
      : options_(std::move(options)), handler_(std::move(handler)) {}

  ~MhdServer() override {
    connections_->close();
    if (daemon_ != nullptr) MHD_stop_daemon(daemon_);
  }

  std::uint16_t port() const override {
    return MHD_get_daemon_info(daemon_, MHD_DAEMON_INFO_BIND_PORT)->port;
  }

  Result<void> start();

 private:
  // Called by MHD on its thread, in this order for each request.
  static void* on_target(void* server, const char* target, MHD_Connection* connection);
  static MHD_Result on_request(void* server, MHD_Connection* connection,
                               const char* url, const char* method, const char* version,
                               const char* upload, std::size_t* upload_size,
                               void** exchange);
  static void on_completed(void* server, MHD_Connection* connection, void** exchange,
                           MHD_RequestTerminationCode why);

  MHD_Result on_headers(MHD_Connection* connection, const char* method,
                        std::string_view version, Exchange& exchange);
  MHD_Result on_body(std::string_view part, Exchange& exchange);
  MHD_Result on_complete_request(MHD_Connection* connection, Exchange& exchange);
  MHD_Result send(MHD_Connection* connection, Exchange& exchange,
                  ServerResponse response);
  void handle(Exchange& exchange);

  ServerOptions options_;
  Handler handler_;
  std::shared_ptr<SleepingConnections> connections_ =
      std::make_shared<SleepingConnections>();
  // Shared with the responses that MHD holds: it frees the last ones late.
  std::shared_ptr<std::atomic<Bytes>> unread_ = std::make_shared<std::atomic<Bytes>>(0);
  MHD_Daemon* daemon_ = nullptr;
};

Result<void> MhdServer::start() {
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(options_.port);
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(options_.port);
  const bool is_v6 = inet_pton(AF_INET6, options_.address.c_str(), &v6.sin6_addr) == 1;
  if (!is_v6 && inet_pton(AF_INET, options_.address.c_str(), &v4.sin_addr) != 1) {
    return Error{ErrorKind::kUsage,
                 fmt::format("http server: '{}' is no IP address", options_.address)};
  }
  const auto* address =
      is_v6 ? reinterpret_cast<sockaddr*>(&v6) : reinterpret_cast<sockaddr*>(&v4);
  const auto timeout = std::chrono::ceil<std::chrono::seconds>(options_.idle_timeout);
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
                   MHD_USE_ERROR_LOG | (is_v6 ? MHD_USE_DUAL_STACK : 0);
  daemon_ = MHD_start_daemon(
      flags, options_.port, nullptr, nullptr, &on_request, this,        //
      MHD_OPTION_EXTERNAL_LOGGER, &log_daemon_message, nullptr,         //
      MHD_OPTION_SOCK_ADDR, address,                                    //
      MHD_OPTION_CONNECTION_LIMIT, unsigned(options_.max_connections),  //
      // Of two readings of a header's line it takes the one that is refused.
      MHD_OPTION_STRICT_FOR_CLIENT, 1,                           //
      MHD_OPTION_CONNECTION_TIMEOUT, unsigned(timeout.count()),  //
      MHD_OPTION_URI_LOG_CALLBACK, &on_target, this,             //
      MHD_OPTION_NOTIFY_COMPLETED, &on_completed, this,          //
      MHD_OPTION_END);
  if (daemon_ == nullptr) {
    return Error{ErrorKind::kFailed,
                 fmt::format("http server: cannot listen on {} port {}: {}",
                             options_.address, options_.port, std::strerror(errno))};
  }
  return {};
}

void* MhdServer::on_target(void* server, const char* target,
                           MHD_Connection* connection) {
  auto* exchange = new Exchange;
  exchange->answer =
      std::make_shared<LateAnswer>(static_cast<MhdServer*>(server)->connections_);
  auto parsed = parse_request_target(target);
  exchange->has_odd_target = !parsed.is_valid;
  exchange->request.path = std::move(parsed.path);
  exchange->request.query = std::move(parsed.query);
  exchange->request.target = std::move(parsed.raw);
  if (!parsed.authority.empty()) {
    exchange->request.headers.emplace_back("Host", std::move(parsed.authority));
  }
  const auto* info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (const auto remote = to_ip_address(info->client_addr)) {
    exchange->request.remote_address = to_string(*remote);
  }
  return exchange;
}

MHD_Result MhdServer::on_request(void* server, MHD_Connection* connection, const char*,
                                 const char* method, const char* version,
                                 const char* upload, std::size_t* upload_size,
                                 void** exchange_pointer) {
  auto& self = *static_cast<MhdServer*>(server);
  auto& exchange = *static_cast<Exchange*>(*exchange_pointer);
  if (exchange.phase == Exchange::Phase::kHeaders) {
    return self.on_headers(connection, method, version, exchange);
  }
  if (*upload_size > 0) {
    const std::string_view part(upload, *upload_size);
    *upload_size = 0;
    return self.on_body(part, exchange);
  }
  return self.on_complete_request(connection, exchange);
}

MHD_Result MhdServer::on_headers(MHD_Connection* connection, const char* method,
                                 std::string_view version, Exchange& exchange) {
  auto& headers = exchange.request.headers;
  std::string authority = headers.empty() ? "" : std::move(headers.front().second);
  headers.clear();
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, &collect_header, &headers);
  exchange.request.method = method;
  exchange.phase = Exchange::Phase::kBody;
  auto fault = find_fault(version, headers, options_.max_body);
  if (exchange.has_odd_target) fault = RequestFault{400, "The address is not one"};
  if (!authority.empty()) replace_host(headers, std::move(authority));
  if (!fault) return MHD_YES;
  exchange.phase = Exchange::Phase::kHandled;
  auto refusal =
      options_.refuse(exchange.request, fault->status, std::move(fault->why));
  refusal.headers.emplace_back("Connection", "close");
  return send(connection, exchange, std::move(refusal));
}

// A body without a length shows its size only while it comes; MHD cannot answer in the
// middle of one, so it is cut off.
MHD_Result MhdServer::on_body(std::string_view part, Exchange& exchange) {
  if (exchange.request.body.size() + part.size() > options_.max_body) return MHD_NO;
  exchange.request.body += part;
  return MHD_YES;
}

// Called when the request is whole, and again when a sleeping connection is woken.
MHD_Result MhdServer::on_complete_request(MHD_Connection* connection,
                                          Exchange& exchange) {
  if (exchange.phase == Exchange::Phase::kBody) {
    exchange.phase = Exchange::Phase::kHandled;
    handle(exchange);
  }
  auto next = exchange.answer->take_or_sleep(connection);
  if (std::holds_alternative<LateAnswer::Gone>(next)) return MHD_NO;
  if (auto* response = std::get_if<ServerResponse>(&next)) {
    if (*unread_ > 0 && *unread_ + response->body.size() > options_.max_unread) {
      *response =
          options_.refuse(exchange.request, 503, "Too many answers wait to be read");
      response->headers.emplace_back("Retry-After", "5");
    }
    return send(connection, exchange, std::move(*response));
  }
  return MHD_YES;
}

MHD_Result MhdServer::send(MHD_Connection* connection, Exchange& exchange,
                           ServerResponse response) {
  if (!response.stream) {
    return queue(connection, response.status, response.headers,
                 make_buffered(std::move(response.body), unread_));
  }
  exchange.stream = std::move(response.stream);
  const auto* info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  exchange.stream->attach(connection, info->connect_fd, connections_);
  return queue(connection, response.status, response.headers,
               make_streamed(*exchange.stream));
}

void MhdServer::handle(Exchange& exchange) {
  const auto responder = make_responder(exchange.answer);
  try {
    handler_(exchange.request, responder);
  } catch (const std::exception& error) {
    log_error("http server: {} {}: {}", exchange.request.method, exchange.request.path,
              error.what());
    responder({500, {}, "Internal error\n"});
  }
}

void MhdServer::on_completed(void*, MHD_Connection*, void** exchange_pointer,
                             MHD_RequestTerminationCode) {
  auto* exchange = static_cast<Exchange*>(*exchange_pointer);
  if (exchange == nullptr) return;
  exchange->answer->forget_connection();
  delete exchange;  // With its stream, whose writer learns that the client is gone.
  *exchange_pointer = nullptr;
}

}  // namespace

ServerResponse plain_refusal(const ServerRequest&, int status, std::string why) {
  return {
      status, {{"Content-Type", "text/plain; charset=utf-8"}}, std::move(why) + "\n"};
}

Result<std::unique_ptr<Server>> start_server(ServerOptions options, Handler handler) {
  auto server = std::make_unique<MhdServer>(std::move(options), std::move(handler));
  TRY(server->start());
  return std::unique_ptr<Server>(std::move(server));
}

}  // namespace curlew::http
