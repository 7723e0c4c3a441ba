// Sends mail by SMTP (RFC 5321) to the one server that the operator has configured.
// That server is the one exemption from the address guard: it may stand on the own
// machine or network, and only the operator can name it.
//
// A MailClient sends several messages at once, over connections that it keeps, on the
// thread that calls poll(); it has no thread that its user can see.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/time.h"

namespace curlew::http {

enum class MailTls {
  kNone,
  // Required, never only tried: a server that does not offer it gets nothing.
  kStartTls,
  // From the first byte.
  kTls,
};

struct MailServer {
  // A name or an address, without brackets.
  std::string host;
  std::uint16_t port = 25;
  MailTls tls = MailTls::kNone;
  // Empty: no login.
  std::string user;
  std::string password;
};

struct MailMessage {
  // Bare addresses, "user@example.org", as publish::parse_mail_address() lets them
  // through. One with a line end is refused.
  std::string from;
  std::string to;
  // Headers and body (RFC 5322), lines ended by CRLF.
  std::string content;
};

enum class MailEnd {
  // The server has taken responsibility for it.
  kAccepted,
  // It will never take this message, or not for this recipient (5xx).
  kRefused,
  // 4xx, no connection, a login that fails: nothing that the message can help. The
  // server may have the message all the same, when the connection broke before its last
  // word; the Message-ID tells.
  kLater,
};

struct MailResult {
  MailEnd end = MailEnd::kAccepted;
  // The server's last reply code; 0 without any.
  int status = 0;
  // For people: the server's own words where it said some. Empty when accepted.
  std::string error;
  Milliseconds took{0};
};

class MailClient {
 public:
  using Done = std::function<void(MailResult)>;

  // Breaks off what is in flight; its `done` is not called.
  virtual ~MailClient() = default;

  // Begins to send; `done` is called once, from poll(), never from start().
  virtual void start(MailMessage message, Done done) = 0;

  // Moves messages on for at most `max_wait`, and returns early when one ended or
  // wake() was called. Callbacks may start further ones.
  virtual void poll(Milliseconds max_wait) = 0;

  virtual std::size_t in_flight() const = 0;

  // Makes a poll() in progress return. The only function for other threads.
  virtual void wake() = 0;
};

struct MailClientOptions {
  MailServer server;
  // What we call ourselves (EHLO): the name of this machine. Empty: libcurl asks it.
  std::string own_name;
  // At once to the server; further messages wait inside the client. Servers often allow
  // ten from one client.
  std::size_t max_connections = 8;
  Milliseconds connect{10'000};
  // RFC 5321 §4.5.3.2 lets a server think for ten minutes about the end of a message.
  Milliseconds total{600'000};
  // Empty: the system's.
  std::string ca_file;
};

// Over libcurl. `clock` stamps `took`, and must outlive the client.
std::unique_ptr<MailClient> make_mail_client(MailClientOptions options,
                                             const Clock& clock);

}  // namespace curlew::http
