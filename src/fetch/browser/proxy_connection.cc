#include "fetch/browser/proxy_connection.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace curlew::fetch {
namespace {

constexpr std::size_t kMaxWaiting = 256 * 1024;  // Bytes in one direction.
constexpr std::size_t kMaxFailures = 16;

constexpr std::string_view kUnknownCaller =
    "HTTP/1.1 407 Proxy Authentication Required\r\n"
    "Proxy-Authenticate: Basic realm=\"curlew\"\r\n"
    "Content-Length: 0\r\nConnection: close\r\n\r\n";
constexpr std::string_view kBadGateway =
    "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
constexpr std::string_view kTunnelOpen = "HTTP/1.1 200 OK\r\n\r\n";

// Appends what has come; false at the end of the stream.
bool receive(int socket, std::string& bytes) {
  std::array<char, 64 * 1024> buffer;
  const auto size = recv(socket, buffer.data(), buffer.size(), 0);
  if (size > 0) bytes.append(buffer.data(), std::size_t(size));
  return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace

void PageAccount::note_failure(const std::string& host, http::TransferEnd end,
                               std::string why) {
  if (traffic.failures.size() >= kMaxFailures) return;
  traffic.failures.push_back({host, end, std::move(why)});
}

ProxyConnection::ProxyConnection(int client, const GuardProxyOptions& options,
                                 SteadyTime now)
    : options_(options), client_(client), deadline_(now + options.connect) {}

ProxyConnection::~ProxyConnection() {
  close(client_);
  if (server_ >= 0) close(server_);
}

short ProxyConnection::client_events() const {
  const bool wants_bytes = state_ == State::kHead || (state_ == State::kRelaying &&
                                                      to_server_.size() < kMaxWaiting);
  return short((wants_bytes ? POLLIN : 0) | (to_client_.empty() ? 0 : POLLOUT));
}

short ProxyConnection::server_events() const {
  if (state_ == State::kConnecting) return POLLOUT;
  if (state_ != State::kRelaying) return 0;
  const bool wants_bytes = !server_closed_ && to_client_.size() < kMaxWaiting;
  return short((wants_bytes ? POLLIN : 0) | (to_server_.empty() ? 0 : POLLOUT));
}

void ProxyConnection::on_client(short events, const PageAccounts& accounts,
                                SteadyTime now) {
  if (events & POLLOUT) write_out(client_, to_client_);
  if (events & (POLLIN | POLLHUP | POLLERR)) {
    if (state_ == State::kHead) {
      read_head(accounts);
    } else if (state_ == State::kRelaying && (events & POLLIN)) {
      read_client();
    } else if (events & (POLLHUP | POLLERR)) {
      state_ = State::kEnded;
    }
  }
  if (state_ == State::kRelaying) deadline_ = now + options_.idle;
}

void ProxyConnection::read_head(const PageAccounts& accounts) {
  if (!receive(client_, in_)) state_ = State::kEnded;
  constexpr std::string_view kEmptyLine = "\r\n\r\n";
  const auto end = in_.find(kEmptyLine);
  if (end == in_.npos) {
    if (in_.size() > options_.max_head) state_ = State::kEnded;
    return;
  }
  const auto size = end + kEmptyLine.size();
  auto head = parse_proxy_head(std::string_view(in_).substr(0, size));
  if (!head.ok()) return answer_and_end("HTTP/1.1 400 Bad Request\r\n\r\n");
  const auto account = accounts.find(head->authorization);
  if (account == accounts.end()) return answer_and_end(kUnknownCaller);
  page_ = account->second;
  begin(std::move(*head), in_.substr(size));
}

void ProxyConnection::begin(ProxyHead head, std::string rest) {
  head_ = std::move(head);
  auto& traffic = page_->traffic;
  if (traffic.is_over_budget || traffic.connections >= page_->budget.connections) {
    traffic.is_over_budget = true;
    return answer_and_end(kBadGateway);
  }
  ++traffic.connections;
  auto endpoint = http::judge_endpoint(head_.url, options_.guard);
  if (!endpoint.ok()) {
    return fail(http::TransferEnd::kRefused, std::move(endpoint).error().text);
  }
  endpoint_ = std::move(*endpoint);
  if (!head_.is_tunnel && rest.size() > head_.body) rest.resize(head_.body);
  to_server_ = head_.onward + rest;
  body_left_ = head_.is_tunnel ? 0 : head_.body - rest.size();
  if (endpoint_.address) {
    addresses_ = {*endpoint_.address};
    return connect_next();
  }
  state_ = State::kResolving;
  wanted_name_ = endpoint_.host;
}

void ProxyConnection::on_addresses(const http::Resolver::Addresses& addresses) {
  wanted_name_.clear();
  if (!addresses.ok() || addresses->empty()) {
    return fail(http::end_of_lookup(addresses),
                addresses.ok() ? endpoint_.host + ": the name has no address"
                               : addresses.error().text);
  }
  addresses_.assign(addresses->rbegin(), addresses->rend());
  connect_next();
}

// A name with one forbidden address is refused whole: it points inside on purpose or
// by mistake, and neither deserves a second try.
void ProxyConnection::connect_next() {
  if (server_ >= 0) close(std::exchange(server_, -1));
  for (const auto& address : addresses_) {
    if (const auto why = options_.guard.refusal(address)) {
      return fail(
          http::TransferEnd::kRefused,
          "refused: the address " + to_string(address) + " is " + std::string(*why));
    }
  }
  state_ = State::kConnecting;
  while (!addresses_.empty()) {
    const auto address = addresses_.back();
    addresses_.pop_back();
    connecting_to_ = to_string(address);
    const auto socket = http::begin_connect(address, endpoint_.port, options_.guard);
    if (!socket.ok()) continue;
    server_ = *socket;
    return;
  }
  fail(http::TransferEnd::kUnconnected,
       fmt::format("{}: nobody answers at {} port {}", endpoint_.host, connecting_to_,
                   endpoint_.port));
}

void ProxyConnection::on_server(short events, SteadyTime now) {
  if (state_ == State::kConnecting) return on_connected(now);
  if (state_ != State::kRelaying) return;
  if (events & POLLOUT) write_out(server_, to_server_);
  if (events & (POLLIN | POLLHUP | POLLERR)) read_server();
  deadline_ = now + options_.idle;
}

void ProxyConnection::on_connected(SteadyTime now) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(server_, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return connect_next();
  state_ = State::kRelaying;
  deadline_ = now + options_.idle;
  auto& first = page_->traffic.first_address;
  if (first.empty()) first = connecting_to_;
  if (head_.is_tunnel) to_client_ = kTunnelOpen;
}

// To the browser a plain request just ends: an answer of ours would pass for the
// server's.
void ProxyConnection::fail(http::TransferEnd end, std::string why) {
  page_->note_failure(endpoint_.host.empty() ? head_.url : endpoint_.host, end,
                      std::move(why));
  if (head_.is_tunnel) return answer_and_end(kBadGateway);
  state_ = State::kEnded;
}

void ProxyConnection::answer_and_end(std::string_view answer) {
  to_client_ = answer;
  state_ = State::kDraining;
  write_out(client_, to_client_);
}

// Bytes after the body of a plain request would be a second request, which nobody
// judged: the connection ends, and the browser asks again on another.
void ProxyConnection::read_client() {
  const auto before = to_server_.size();
  if (!receive(client_, to_server_)) {
    state_ = State::kEnded;
    return;
  }
  if (head_.is_tunnel) return;
  const auto came = to_server_.size() - before;
  if (came > body_left_) {
    state_ = State::kEnded;
    return;
  }
  body_left_ -= came;
}

void ProxyConnection::read_server() {
  const auto before = to_client_.size();
  server_closed_ = !receive(server_, to_client_);
  auto& traffic = page_->traffic;
  traffic.received += to_client_.size() - before;
  if (traffic.received > page_->budget.bytes) traffic.is_over_budget = true;
  if (server_closed_) {
    state_ = State::kDraining;
    write_out(client_, to_client_);
  }
}

void ProxyConnection::write_out(int socket, std::string& bytes) {
  if (bytes.empty()) return;
  const auto sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (sent > 0) {
    bytes.erase(0, std::size_t(sent));
  } else if (errno != EAGAIN && errno != EINTR) {
    state_ = State::kEnded;
  }
}

bool ProxyConnection::has_ended(SteadyTime now) {
  if (page_ != nullptr && (page_->is_dismissed || page_->traffic.is_over_budget)) {
    return true;
  }
  if (now >= deadline_ &&
      (state_ == State::kResolving || state_ == State::kConnecting)) {
    page_->note_failure(endpoint_.host, http::TransferEnd::kTimedOut,
                        endpoint_.host + ": no connection in time");
  }
  if (now >= deadline_) return true;
  return state_ == State::kEnded || (state_ == State::kDraining && to_client_.empty());
}

}  // namespace curlew::fetch
