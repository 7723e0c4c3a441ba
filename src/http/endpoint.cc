#include "http/endpoint.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "http/destination.h"

namespace curlew::http {
namespace {

socklen_t fill(sockaddr_storage& storage, const IpAddress& address,
               std::uint16_t port) {
  if (is_v4(address)) {
    auto& v4 = reinterpret_cast<sockaddr_in&>(storage);
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    std::memcpy(&v4.sin_addr, address.bytes.data() + 12, 4);
    return sizeof v4;
  }
  auto& v6 = reinterpret_cast<sockaddr_in6&>(storage);
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  std::memcpy(&v6.sin6_addr, address.bytes.data(), 16);
  return sizeof v6;
}

}  // namespace

Result<Endpoint> judge_endpoint(const std::string& url, const AddressGuard& guard) {
  TRY_ASSIGN(auto destination, judge_destination(url, guard));
  return std::move(destination.endpoint);
}

Result<int> begin_connect(const IpAddress& address, std::uint16_t port,
                          const AddressGuard& guard) {
  if (const auto why = guard.refusal(address)) {
    return Error{ErrorKind::kUsage, fmt::format("refused: the address {} is {}",
                                                to_string(address), *why)};
  }
  sockaddr_storage storage{};
  const auto size = fill(storage, address, port);
  const int socket =
      ::socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket >= 0 &&
      (connect(socket, reinterpret_cast<const sockaddr*>(&storage), size) == 0 ||
       errno == EINPROGRESS)) {
    return socket;
  }
  const int error = errno;
  if (socket >= 0) close(socket);
  return Error{ErrorKind::kFailed,
               fmt::format("{}: {}", to_string(address), std::strerror(error))};
}

}  // namespace curlew::http
