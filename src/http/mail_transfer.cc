#include "http/mail_transfer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include "base/plain_text.h"
#include "base/utf8.h"

namespace curlew::http {
namespace {

// Of a server's words: what fits in a line of a log.
constexpr std::size_t kMostReply = 500;

// Angle brackets end an address in MAIL FROM:<…>, a space begins a parameter.
bool is_bare_address(std::string_view address) {
  return !address.empty() && std::ranges::none_of(address, [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '<' || c == '>' || c == 0x7F;
  });
}

std::string url_of(const MailClientOptions& options) {
  const MailServer& server = options.server;
  const bool is_v6 = server.host.find(':') != server.host.npos;
  return fmt::format("{}://{}{}{}:{}/{}",
                     server.tls == MailTls::kTls ? "smtps" : "smtp", is_v6 ? "[" : "",
                     server.host, is_v6 ? "]" : "", server.port, options.own_name);
}

}  // namespace

MailTransfer::MailTransfer(MailMessage message, MailClient::Done done)
    : message_(std::move(message)), done_(std::move(done)) {}

bool MailTransfer::judge() {
  for (const std::string& address : {message_.from, message_.to}) {
    if (is_bare_address(address)) continue;
    result_.end = MailEnd::kRefused;
    result_.error = fmt::format("'{}': not a mail address", plain_text(address));
    return false;
  }
  return true;
}

void MailTransfer::begin(EasyHandle easy, const MailClientOptions& options,
                         SteadyTime began) {
  easy_ = std::move(easy);
  if (++begun_ == 1) began_ = began;
  sent_ = 0;
  asked_for_content_ = false;
  reply_.clear();
  recipients_.reset();
  append(recipients_, message_.to);
  const MailServer& server = options.server;
  set(CURLOPT_PRIVATE, this);
  set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  set(CURLOPT_URL, url_of(options).c_str());
  set(CURLOPT_USE_SSL,
      server.tls == MailTls::kNone ? long(CURLUSESSL_NONE) : long(CURLUSESSL_ALL));
  if (!server.user.empty()) {
    set(CURLOPT_USERNAME, server.user.c_str());
    set(CURLOPT_PASSWORD, server.password.c_str());
  }
  set(CURLOPT_CONNECTTIMEOUT_MS, long(options.connect.count()));
  set(CURLOPT_TIMEOUT_MS, long(options.total.count()));
  set(CURLOPT_MAIL_FROM, message_.from.c_str());
  set(CURLOPT_MAIL_RCPT, recipients_.get());
  set(CURLOPT_UPLOAD, 1L);
  set(CURLOPT_INFILESIZE_LARGE, curl_off_t(message_.content.size()));
  set(CURLOPT_READFUNCTION, &on_read);
  set(CURLOPT_READDATA, this);
  set(CURLOPT_HEADERFUNCTION, &on_reply);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_ERRORBUFFER, curl_error_.data());
}

EasyHandle MailTransfer::take_easy() {
  set(CURLOPT_MAIL_RCPT, nullptr);
  set(CURLOPT_ERRORBUFFER, nullptr);
  return std::move(easy_);
}

std::size_t MailTransfer::on_read(char* room, std::size_t, std::size_t size,
                                  void* self) {
  auto& transfer = *static_cast<MailTransfer*>(self);
  transfer.asked_for_content_ = true;
  const std::string& content = transfer.message_.content;
  const std::size_t piece = std::min(size, content.size() - transfer.sent_);
  std::memcpy(room, content.data() + transfer.sent_, piece);
  transfer.sent_ += piece;
  return piece;
}

// libcurl is C: no exception may pass through it.
std::size_t MailTransfer::on_reply(char* bytes, std::size_t, std::size_t size,
                                   void* self) {
  try {
    static_cast<MailTransfer*>(self)->take_reply({bytes, size});
  } catch (const std::exception&) {
    return 0;
  }
  return size;
}

// RFC 5321 §4.2.1: "250-first line", "250 last line".
void MailTransfer::take_reply(std::string_view line) {
  // The answer to QUIT says nothing about the message.
  if (line.starts_with("221")) return;
  if (!reply_goes_on_) reply_.clear();
  reply_goes_on_ = line.size() > 3 && line[3] == '-';
  if (reply_.size() < kMostReply) reply_.append(line.substr(0, kMostReply)).append(" ");
}

// 421 is how a server takes leave (RFC 5321 §3.8).
bool MailTransfer::may_begin_again(CURLcode code) const {
  long connections = 0;
  curl_easy_getinfo(easy(), CURLINFO_NUM_CONNECTS, &connections);
  const bool was_heard = !reply_.empty() && !reply_.starts_with("421");
  return code != CURLE_OK && begun_ == 1 && connections == 0 && !was_heard;
}

void MailTransfer::end(CURLcode code, SteadyTime now) {
  long status = 0;
  curl_easy_getinfo(easy(), CURLINFO_RESPONSE_CODE, &status);
  result_.took = now - began_;
  result_.status = int(status);
  if (code == CURLE_OK) return;
  // Only MAIL, RCPT, DATA and the content are answered by words about this message.
  // What a server says to its greeting, STARTTLS or a login that fails it says to all,
  // and 530 (RFC 4954 §6) is about the missing login.
  const bool is_about_message = code == CURLE_SEND_ERROR || asked_for_content_;
  const bool is_refusal = status >= 500 && status < 600 && status != 530;
  result_.end = is_about_message && is_refusal ? MailEnd::kRefused : MailEnd::kLater;
  const std::string words = plain_text(utf8_prefix(reply_, kMostReply));
  const bool is_reply = status >= 400 && !words.empty();
  result_.error = is_reply                 ? words
                  : curl_error_[0] != '\0' ? plain_text(curl_error_.data())
                                           : curl_easy_strerror(code);
}

}  // namespace curlew::http
