#include "sim/mail/mail_sink.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "base/ascii.h"

namespace curlew::sim {
namespace {

constexpr int kPollMs = 50;
constexpr std::size_t kMostClients = 64;
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kMostRecipients = 100;

// Closes itself.
class Socket {
 public:
  explicit Socket(int fd) : fd_(fd) {}
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Socket() {
    if (fd_ >= 0) close(fd_);
  }
  int fd() const { return fd_; }

 private:
  int fd_;
};

// "<ann@example.org> SIZE=12" → "ann@example.org".
std::string address_in(std::string_view argument) {
  const std::size_t begin = argument.find('<');
  const std::size_t end = argument.find('>', begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  return std::string(argument.substr(begin + 1, end - begin - 1));
}

// The dialogue with one client, apart from its socket.
class Session {
 public:
  explicit Session(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // What is to be sent before anything else.
  static std::string_view greeting() { return "220 little-mail ESMTP\r\n"; }

  // Takes what came and returns what is to be answered.
  std::string take(std::string_view bytes) {
    input_ += bytes;
    std::string answer;
    std::size_t begin = 0;
    for (std::size_t end; (end = input_.find('\n', begin)) != std::string::npos;) {
      std::string_view line(input_.data() + begin, end - begin);
      if (line.ends_with('\r')) line.remove_suffix(1);
      answer += is_in_data_ ? data_line(line) : command(line);
      begin = end + 1;
    }
    input_.erase(0, begin);
    if (input_.size() > kLongestLine && !is_in_data_) is_over_ = true;
    if (input_.size() > most_bytes_) is_over_ = true;
    return answer;
  }
  bool is_over() const { return is_over_; }
  // A whole message that was accepted just now.
  std::deque<ReceivedMail> take_messages() { return std::exchange(whole_, {}); }

 private:
  std::string command(std::string_view line) {
    const std::string verb = to_ascii_lower(line.substr(0, line.find_first_of(" :")));
    const std::string_view rest = line.substr(std::min(line.size(), verb.size()));
    if (verb == "ehlo") return "250-little-mail\r\n250-PIPELINING\r\n250 8BITMIME\r\n";
    if (verb == "helo" || verb == "noop") return "250 ok\r\n";
    if (verb == "quit") {
      is_over_ = true;
      return "221 bye\r\n";
    }
    if (verb == "mail" || verb == "rset") {
      mail_ = {};
      is_too_long_ = false;
      mail_.from = address_in(rest);
      return "250 ok\r\n";
    }
    if (verb == "rcpt") {
      std::string to = address_in(rest);
      if (to.empty() || mail_.to.size() >= kMostRecipients) return "550 no\r\n";
      mail_.to.push_back(std::move(to));
      return "250 ok\r\n";
    }
    if (verb == "data") {
      if (mail_.to.empty()) return "503 nobody to send it to\r\n";
      is_in_data_ = true;
      return "354 go on\r\n";
    }
    return "502 not known\r\n";
  }

  std::string data_line(std::string_view line) {
    if (line != ".") {
      if (line.starts_with('.')) line.remove_prefix(1);
      is_too_long_ |= mail_.text.size() + line.size() > most_bytes_;
      if (is_too_long_) return {};
      mail_.text.append(line).append("\r\n");
      return {};
    }
    is_in_data_ = false;
    ReceivedMail mail = std::exchange(mail_, {});
    if (std::exchange(is_too_long_, false)) return "552 too long\r\n";
    whole_.push_back(std::move(mail));
    return "250 taken\r\n";
  }

  std::size_t most_bytes_;
  std::string input_;
  ReceivedMail mail_;
  std::deque<ReceivedMail> whole_;
  bool is_in_data_ = false;
  bool is_too_long_ = false;
  bool is_over_ = false;
};

struct Client {
  Socket socket;
  Session session;
};

class Sink final : public MailSink {
 public:
  Sink(MailSinkOptions options, Socket listener, std::uint16_t port, const Clock& clock)
      : options_(options),
        clock_(clock),
        listener_(std::move(listener)),
        port_(port),
        thread_([this] { run(); }) {}
  ~Sink() override {
    is_stopping_ = true;
    thread_.join();
  }

  std::uint16_t port() const override { return port_; }
  std::vector<ReceivedMail> messages() const override {
    const std::lock_guard lock(mutex_);
    return {messages_.begin(), messages_.end()};
  }

 private:
  void run() {
    std::vector<Client> clients;
    std::vector<pollfd> polled;
    while (!is_stopping_) {
      polled.assign(1, {listener_.fd(), POLLIN, 0});
      for (const Client& client : clients) {
        polled.push_back({client.socket.fd(), POLLIN, 0});
      }
      if (poll(polled.data(), polled.size(), kPollMs) <= 0) continue;
      for (std::size_t i = clients.size(); i-- > 0;) {
        if (polled[i + 1].revents == 0) continue;
        if (!serve(clients[i])) clients.erase(clients.begin() + std::ptrdiff_t(i));
      }
      if (polled[0].revents != 0) accept_one(clients);
    }
  }

  void accept_one(std::vector<Client>& clients) {
    const int fd = accept4(listener_.fd(), nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) return;
    Client client{Socket(fd), Session(options_.most_bytes)};
    if (clients.size() >= kMostClients) return;
    if (answer(client, Session::greeting())) clients.push_back(std::move(client));
  }

  // False when the client is to be closed.
  bool serve(Client& client) {
    char buffer[16'384];
    const ssize_t size = recv(client.socket.fd(), buffer, sizeof buffer, 0);
    if (size <= 0) return size < 0 && errno == EINTR;
    const std::string text =
        client.session.take(std::string_view(buffer, std::size_t(size)));
    // Kept before it is acknowledged, as a mail server must.
    keep(client.session.take_messages());
    return answer(client, text) && !client.session.is_over();
  }

  void keep(std::deque<ReceivedMail> mails) {
    const std::lock_guard lock(mutex_);
    for (ReceivedMail& mail : mails) {
      mail.received = clock_.now();
      messages_.push_back(std::move(mail));
      if (messages_.size() > options_.most_messages) messages_.pop_front();
    }
  }

  static bool answer(const Client& client, std::string_view text) {
    while (!text.empty()) {
      const ssize_t sent =
          send(client.socket.fd(), text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      text.remove_prefix(std::size_t(sent));
    }
    return true;
  }

  const MailSinkOptions options_;
  const Clock& clock_;
  const Socket listener_;
  const std::uint16_t port_;
  mutable std::mutex mutex_;
  std::deque<ReceivedMail> messages_;
  std::atomic<bool> is_stopping_ = false;
  std::thread thread_;
};

Error failed(std::uint16_t port) {
  return {ErrorKind::kFailed,
          fmt::format("mail sink: port {}: {}", port, std::strerror(errno))};
}

}  // namespace

Result<std::unique_ptr<MailSink>> start_mail_sink(MailSinkOptions options,
                                                  const Clock& clock) {
  Socket listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (listener.fd() < 0) return failed(options.port);
  const int yes = 1;
  (void)setsockopt(listener.fd(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(options.port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (bind(listener.fd(), plain, size) != 0 || listen(listener.fd(), 64) != 0 ||
      getsockname(listener.fd(), plain, &size) != 0) {
    return failed(options.port);
  }
  return std::unique_ptr<MailSink>(std::make_unique<Sink>(
      options, std::move(listener), ntohs(address.sin_port), clock));
}

}  // namespace curlew::sim
