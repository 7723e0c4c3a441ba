#include "broker/nats/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <vector>

#include "base/log.h"

namespace curlew::broker {
namespace {

constexpr std::int64_t kConnectMs = 5'000;
constexpr std::int64_t kReconnectMs = 500;
// A peer that says nothing is found to be dead after three of them.
constexpr std::int64_t kPingMs = 5'000;
// Of a request to JetStream.
constexpr std::int64_t kJetStreamMs = 5'000;
// A larger server limit is not used up: what is taken at once counts messages of this
// size.
constexpr Bytes kLargestPart = 1_MiB;

using Options = std::unique_ptr<natsOptions, NatsDeleter<natsOptions_Destroy>>;

struct Server {
  // Without its user, as it may be shown.
  std::string url;
  std::string user;
};

Server parse_server(std::string_view url) {
  const auto scheme = url.find("://");
  const auto begin = scheme == url.npos ? 0 : scheme + 3;
  const auto at = url.find('@', begin);
  if (at == url.npos) return {std::string(url), {}};
  return {std::string(url.substr(0, begin)).append(url.substr(at + 1)),
          std::string(url.substr(begin, at - begin))};
}

std::vector<Server> parse_servers(std::string_view urls) {
  std::vector<Server> servers;
  for (std::size_t begin = 0; begin <= urls.size();) {
    const auto end = std::min(urls.find(',', begin), urls.size());
    servers.push_back(parse_server(urls.substr(begin, end - begin)));
    begin = end + 1;
  }
  return servers;
}

// NATS calls back on a thread of its own, and may do so after a connection is closed:
// the numbers of all connections that this process ever made stay where they are.
std::atomic<std::uint64_t>& new_generation() {
  static std::mutex mutex;
  static std::deque<std::atomic<std::uint64_t>> all;
  const std::lock_guard lock(mutex);
  return all.emplace_back(1);
}

void on_disconnected(natsConnection* connection, void*) {
  // Not when we close it ourselves.
  if (natsConnection_IsClosed(connection)) return;
  log_warning("broker: the connection is lost");
}

void on_reconnected(natsConnection*, void* generation) {
  static_cast<std::atomic<std::uint64_t>*>(generation)->fetch_add(1);
  log_info("broker: connected again");
}

void on_error(natsConnection*, natsSubscription*, natsStatus status, void*) {
  log_warning("broker: {}", natsStatus_GetText(status));
}

natsStatus set_options(natsOptions* options, const NatsBrokerOptions& wanted,
                       void* generation) {
  const auto servers = parse_servers(wanted.url);
  std::vector<const char*> urls;
  for (const Server& each : servers) urls.push_back(each.url.c_str());
  natsStatus status = NATS_OK;
  const auto set = [&](natsStatus done) {
    if (status == NATS_OK) status = done;
  };
  set(natsOptions_SetServers(options, urls.data(), static_cast<int>(urls.size())));
  if (const std::string& user = servers.front().user; !user.empty()) {
    set(natsOptions_SetUserInfo(options, user.c_str(), wanted.password.c_str()));
  }
  set(natsOptions_SetName(options, wanted.client.c_str()));
  set(natsOptions_SetTimeout(options, kConnectMs));
  set(natsOptions_SetMaxReconnect(options, -1));
  set(natsOptions_SetReconnectWait(options, kReconnectMs));
  set(natsOptions_SetPingInterval(options, kPingMs));
  set(natsOptions_SetMaxPingsOut(options, 2));
  set(natsOptions_SetDisconnectedCB(options, on_disconnected, nullptr));
  set(natsOptions_SetReconnectedCB(options, on_reconnected, generation));
  set(natsOptions_SetErrorHandler(options, on_error, nullptr));
  return status;
}

}  // namespace

std::string_view payload_of(natsMsg* message) {
  return {natsMsg_GetData(message),
          static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

Result<std::unique_ptr<NatsConnection>> NatsConnection::open(
    const NatsBrokerOptions& options) {
  std::unique_ptr<NatsConnection> connection(new NatsConnection(new_generation()));
  natsOptions* made = nullptr;
  natsStatus status = natsOptions_Create(&made);
  const Options nats_options(made);
  if (status == NATS_OK) {
    status = set_options(made, options, &connection->generation_);
  }
  if (status == NATS_OK)
    status = natsConnection_Connect(&connection->connection_, made);
  if (status == NATS_OK) {
    jsOptions jetstream;
    status = jsOptions_Init(&jetstream);
    jetstream.Wait = kJetStreamMs;
    if (status == NATS_OK) {
      status = natsConnection_JetStream(&connection->jetstream_,
                                        connection->connection_, &jetstream);
    }
  }
  if (status != NATS_OK) {
    Error error = error_of("it cannot be connected to", status);
    error.kind = ErrorKind::kDisconnected;
    return std::move(error).within(parse_servers(options.url).front().url);
  }
  return connection;
}

NatsConnection::~NatsConnection() {
  jsCtx_Destroy(jetstream_);
  if (connection_ != nullptr) natsConnection_Close(connection_);
  natsConnection_Destroy(connection_);
}

Result<void> NatsConnection::check() const {
  if (natsConnection_Status(connection_) == NATS_CONN_STATUS_CONNECTED) return {};
  return Error{ErrorKind::kDisconnected, "broker: its server is away"};
}

Bytes NatsConnection::largest_message() const {
  const auto allowed = natsConnection_GetMaxPayload(connection_);
  return std::clamp<Bytes>(allowed < 0 ? 0 : Bytes(allowed), 1_KiB, kLargestPart);
}

Error NatsConnection::error_of(std::string_view doing, natsStatus status) {
  ErrorKind kind = ErrorKind::kFailed;
  switch (status) {
    case NATS_TIMEOUT:
    case NATS_NO_RESPONDERS:
    case NATS_NO_SERVER:
    case NATS_IO_ERROR:
    case NATS_CONNECTION_CLOSED:
    case NATS_CONNECTION_DISCONNECTED:
    case NATS_STALE_CONNECTION:
    case NATS_INSUFFICIENT_BUFFER:
      kind = ErrorKind::kDisconnected;
      break;
    default:
      break;
  }
  return {kind, fmt::format("broker: {}: {}", doing, natsStatus_GetText(status))};
}

}  // namespace curlew::broker
