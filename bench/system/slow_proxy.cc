// A network that is further away: passes TCP connections on, and each direction a fixed
// time later. It does not narrow them: what is under way is not bounded.
//
//   slow_proxy LISTEN_PORT TO_PORT MICROSECONDS

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <list>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Chunk {
  Clock::time_point due;
  std::string bytes;  // Empty: the sender has ended.
};

struct Direction {
  int from = -1;
  int to = -1;
  std::deque<Chunk> under_way;
  bool has_ended = false;
  bool is_over = false;
};

sockaddr_in loopback(const char* port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(port)));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

void send_at_once(int connection) {
  const int on = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void take(Direction& direction, Clock::duration delay) {
  char buffer[1 << 16];
  const ssize_t got = recv(direction.from, buffer, sizeof buffer, MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) return;
  direction.has_ended = got <= 0;
  direction.under_way.push_back(
      {Clock::now() + delay,
       std::string(buffer, static_cast<std::size_t>(std::max<ssize_t>(got, 0)))});
}

// Everything that is due, as far as the receiver takes it.
void give(Direction& direction) {
  while (!direction.under_way.empty() &&
         direction.under_way.front().due <= Clock::now()) {
    std::string& bytes = direction.under_way.front().bytes;
    if (bytes.empty()) {
      shutdown(direction.to, SHUT_WR);
      direction.is_over = true;
      return;
    }
    const ssize_t sent =
        send(direction.to, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && errno == EAGAIN) return;
    if (sent < 0) {
      direction.is_over = direction.has_ended = true;
      return;
    }
    bytes.erase(0, static_cast<std::size_t>(sent));
    if (bytes.empty()) direction.under_way.pop_front();
  }
}

class Proxy {
 public:
  Proxy(int listener, sockaddr_in to, Clock::duration delay)
      : listener_(listener), to_(to), delay_(delay) {}

  void step() {
    std::vector<pollfd> polled{{listener_, POLLIN, 0}};
    Clock::duration wait = std::chrono::seconds(1);
    for (const Direction& direction : directions_) {
      const bool reads = !direction.has_ended;
      polled.push_back({reads ? direction.from : -1, POLLIN, 0});
      if (direction.under_way.empty() || direction.is_over) continue;
      const auto left = direction.under_way.front().due - Clock::now();
      if (left > Clock::duration::zero()) {
        wait = std::min(wait, left);
      } else {
        polled.push_back({direction.to, POLLOUT, 0});
      }
    }
    const auto seconds = std::chrono::floor<std::chrono::seconds>(wait);
    const timespec timeout{seconds.count(),
                           std::chrono::nanoseconds(wait - seconds).count()};
    ppoll(polled.data(), polled.size(), &timeout, nullptr);
    if (polled.front().revents != 0) accept_one();
    for (Direction& direction : directions_) {
      if (!direction.has_ended) take(direction, delay_);
      if (!direction.is_over) give(direction);
    }
    close_finished();
  }

 private:
  void accept_one() {
    const int client = accept(listener_, nullptr, nullptr);
    const int server = socket(AF_INET, SOCK_STREAM, 0);
    if (client < 0) return;
    if (connect(server, reinterpret_cast<const sockaddr*>(&to_), sizeof to_) != 0) {
      close(client);
      close(server);
      return;
    }
    send_at_once(client);
    send_at_once(server);
    directions_.push_back({client, server, {}});
    directions_.push_back({server, client, {}});
  }

  // Directions stand in pairs.
  void close_finished() {
    for (auto one = directions_.begin(); one != directions_.end();) {
      const auto other = std::next(one);
      const auto next = std::next(other);
      if (one->is_over && other->is_over) {
        close(one->from);
        close(one->to);
        directions_.erase(one, next);
      }
      one = next;
    }
  }

  const int listener_;
  const sockaddr_in to_;
  const Clock::duration delay_;
  std::list<Direction> directions_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: slow_proxy LISTEN_PORT TO_PORT MICROSECONDS\n");
    return 2;
  }
  // Timers are exact to the microsecond, and the proxy ends with whoever started it.
  prctl(PR_SET_TIMERSLACK, 1'000);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  const int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const sockaddr_in here = loopback(argv[1]);
  if (bind(listener, reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0 ||
      listen(listener, 16) != 0) {
    std::perror("slow_proxy");
    return 1;
  }
  Proxy proxy(listener, loopback(argv[2]),
              std::chrono::microseconds(std::atoi(argv[3])));
  while (true) proxy.step();
}
