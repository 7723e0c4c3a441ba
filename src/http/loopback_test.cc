#include "http/loopback_test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/check.h"

namespace curlew::http {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

}  // namespace

RawSocket::RawSocket(int descriptor) : descriptor_(descriptor) {
  const timeval patience{5, 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

RawSocket::RawSocket(RawSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

RawSocket::~RawSocket() {
  if (descriptor_ >= 0) close(descriptor_);
}

RawSocket RawSocket::connect(std::uint16_t port) {
  const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const auto address = loopback(port);
  CHECK(::connect(descriptor, reinterpret_cast<const sockaddr*>(&address),
                  sizeof address) == 0);
  return RawSocket(descriptor);
}

bool RawSocket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(std::size_t(sent));
  }
  return true;
}

std::string RawSocket::read_some() {
  std::string buffer(64 * 1024, '\0');
  const auto size = recv(descriptor_, buffer.data(), buffer.size(), 0);
  buffer.resize(size > 0 ? std::size_t(size) : 0);
  return buffer;
}

std::string RawSocket::read_until(std::string_view mark) {
  std::string text;
  while (text.find(mark) == text.npos) {
    auto part = read_some();
    if (part.empty()) break;
    text += part;
  }
  return text;
}

std::string RawSocket::read_all() {
  std::string text;
  for (auto part = read_some(); !part.empty(); part = read_some()) text += part;
  return text;
}

std::string RawSocket::read_response() {
  std::string text = read_until("\r\n\r\n");
  const auto header = text.find("Content-Length: ");
  if (header == text.npos) return text;
  const std::size_t size =
      text.find("\r\n\r\n") + 4 + std::strtoul(text.c_str() + header + 16, nullptr, 10);
  while (text.size() < size) {
    auto part = read_some();
    if (part.empty()) break;
    text += part;
  }
  return text;
}

RawServer::RawServer(Script script) : script_(std::move(script)) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  auto address = loopback(0);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  CHECK(bind(listener_, generic, size) == 0);
  CHECK(listen(listener_, 1024) == 0);
  CHECK(getsockname(listener_, generic, &size) == 0);
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_connections(); });
}

RawServer::~RawServer() {
  stopping_ = true;
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  close(listener_);
  for (auto& script : scripts_) script.join();
}

std::string RawServer::url(std::string_view path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
}

void RawServer::accept_connections() {
  while (!stopping_) {
    const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) continue;
    ++connections_;
    scripts_.emplace_back([this, descriptor] {
      RawSocket socket(descriptor);
      script_(socket, stopping_);
    });
  }
}

}  // namespace curlew::http
