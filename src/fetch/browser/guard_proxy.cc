#include "fetch/browser/guard_proxy.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include "base/check.h"
#include "fetch/browser/basic_auth.h"
#include "fetch/browser/proxy_connection.h"

namespace curlew::fetch {
namespace {

constexpr Milliseconds kSweep{250};  // How late a deadline may be noticed.

std::string random_hex() {
  std::array<unsigned char, 16> bytes;
  CHECK(getrandom(bytes.data(), bytes.size(), 0) == ssize_t(bytes.size()));
  std::string text;
  for (const auto byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

Result<int> listen_on_loopback() {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (listener >= 0 &&
      bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
      listen(listener, 256) == 0) {
    return listener;
  }
  const int error = errno;
  if (listener >= 0) close(listener);
  return Error{ErrorKind::kFailed,
               fmt::format("guard proxy: 127.0.0.1: {}", std::strerror(error))};
}

std::uint16_t port_of(int listener) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  CHECK(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  return ntohs(address.sin_port);
}

class PollingGuardProxy final : public GuardProxy {
 public:
  PollingGuardProxy(GuardProxyOptions options, const Clock& clock, int listener)
      : options_(std::move(options)),
        clock_(clock),
        listener_(listener),
        port_(port_of(listener)),
        wake_event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        resolver_({}, options_.lookup ? options_.lookup : http::look_up_by_system,
                  clock, [this] { wake(); }),
        thread_([this] { run(); }) {}

  ~PollingGuardProxy() override {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
    }
    wake();
    thread_.join();
    connections_.clear();
    close(listener_);
  }

  std::uint16_t port() const override { return port_; }

  ProxyCredentials admit(const PageBudget& budget) override {
    ProxyCredentials credentials{random_hex(), random_hex()};
    auto account = std::make_shared<PageAccount>();
    account->budget = budget;
    const auto key = basic_authorization(credentials.user + ":" + credentials.password);
    const std::lock_guard lock(mutex_);
    keys_[credentials.user] = key;
    accounts_[key] = std::move(account);
    return credentials;
  }

  PageTraffic traffic(const std::string& user) const override {
    const std::lock_guard lock(mutex_);
    const auto key = keys_.find(user);
    return key == keys_.end() ? PageTraffic{} : accounts_.at(key->second)->traffic;
  }

  PageTraffic dismiss(const std::string& user) override {
    const std::lock_guard lock(mutex_);
    const auto key = keys_.find(user);
    if (key == keys_.end()) return {};
    const auto account = accounts_.find(key->second);
    account->second->is_dismissed = true;
    PageTraffic traffic = std::move(account->second->traffic);
    accounts_.erase(account);
    keys_.erase(key);
    wake();
    return traffic;
  }

 private:
  // Also from the resolver's threads, which may be later than everything else here: the
  // descriptor is closed after the resolver is gone.
  void wake() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto size = write(wake_event_.number, &one, sizeof one);
  }

  void run() {
    std::vector<pollfd> waited_for;
    while (true) {
      {
        const std::lock_guard lock(mutex_);
        if (is_stopping_) return;
        list_sockets(waited_for);
      }
      poll(waited_for.data(), waited_for.size(), int(kSweep.count()));
      const std::lock_guard lock(mutex_);
      act(waited_for);
    }
  }

  // The wake event, the listener, then two places for each connection.
  void list_sockets(std::vector<pollfd>& out) const {
    out.clear();
    const bool is_full = connections_.size() >= options_.max_connections;
    out.push_back({wake_event_.number, POLLIN, 0});
    out.push_back({is_full ? -1 : listener_, POLLIN, 0});
    for (const auto& connection : connections_) {
      out.push_back({connection.client(), connection.client_events(), 0});
      // poll(2) reports a hang-up even where nothing is waited for: not asked, it does
      // not spin.
      const short server = connection.server_events();
      out.push_back({server == 0 ? -1 : connection.server(), server, 0});
    }
  }

  void act(const std::vector<pollfd>& happened) {
    const auto now = clock_.steady();
    std::uint64_t wakes = 0;
    if (happened[0].revents != 0) {
      [[maybe_unused]] const auto size = read(wake_event_.number, &wakes, sizeof wakes);
    }
    resolver_.deliver([](const auto&, const auto&) {});
    std::size_t place = 2;
    for (auto& connection : connections_) {
      const short client = happened[place++].revents;
      const short server = happened[place++].revents;
      if (client != 0) connection.on_client(client, accounts_, now);
      if (server != 0) connection.on_server(server, now);
      look_up_for(connection);
    }
    connections_.remove_if([&](auto& connection) { return connection.has_ended(now); });
    if (happened[1].revents != 0) accept_all(now);
  }

  void look_up_for(ProxyConnection& connection) {
    if (connection.wanted_name().empty()) return;
    const auto* addresses = resolver_.find_or_begin(connection.wanted_name());
    if (addresses != nullptr) connection.on_addresses(*addresses);
  }

  void accept_all(SteadyTime now) {
    while (connections_.size() < options_.max_connections) {
      const int client =
          accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
      if (client < 0) return;
      connections_.emplace_back(client, options_, now);
    }
  }

  struct Descriptor {
    explicit Descriptor(int value) : number(value) { CHECK(value >= 0); }
    ~Descriptor() { close(number); }
    const int number;
  };

  const GuardProxyOptions options_;
  const Clock& clock_;
  const int listener_;
  const std::uint16_t port_;
  const Descriptor wake_event_;
  mutable std::mutex mutex_;  // Guards everything below, but the thread's wait.
  bool is_stopping_ = false;
  std::unordered_map<std::string, std::string> keys_;  // By user.
  PageAccounts accounts_;
  std::list<ProxyConnection> connections_;
  http::Resolver resolver_;
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<GuardProxy>> start_guard_proxy(GuardProxyOptions options,
                                                      const Clock& clock) {
  TRY_ASSIGN(const int listener, listen_on_loopback());
  return std::unique_ptr<GuardProxy>(
      std::make_unique<PollingGuardProxy>(std::move(options), clock, listener));
}

}  // namespace curlew::fetch
