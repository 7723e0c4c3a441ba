// A mail server that keeps what it is given, and shows it: the mailbox of `curlew
// demo`. It takes mail for anybody, over plain SMTP on loopback (RFC 5321: EHLO, MAIL,
// RCPT, DATA, RSET, NOOP, QUIT, pipelining), and delivers nothing.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"

namespace curlew::sim {

struct ReceivedMail {
  Time received;
  std::string from;
  std::vector<std::string> to;
  // Headers and body, lines ended by CRLF, dots unstuffed.
  std::string text;
};

struct MailSinkOptions {
  // 0: any free one.
  std::uint16_t port = 0;
  // Older messages are dropped.
  std::size_t most_messages = 500;
  // A longer message is refused (552).
  std::size_t most_bytes = 4 << 20;
};

// May be asked from any thread.
class MailSink {
 public:
  virtual ~MailSink() = default;
  virtual std::uint16_t port() const = 0;
  // Oldest first.
  virtual std::vector<ReceivedMail> messages() const = 0;
};

// Runs on a thread of its own. `clock` must outlive it.
Result<std::unique_ptr<MailSink>> start_mail_sink(MailSinkOptions options,
                                                  const Clock& clock);

}  // namespace curlew::sim
