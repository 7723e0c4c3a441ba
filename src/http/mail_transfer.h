// One message on its way to the mail server. Belongs to the mail client's thread.

#pragma once

#include <curl/curl.h>

#include <array>
#include <string>
#include <string_view>

#include "http/easy_pool.h"
#include "http/mail_client.h"

namespace curlew::http {

class MailTransfer {
 public:
  MailTransfer(MailMessage message, MailClient::Done done);

  // False: it has ended as kRefused, since an address would not stay within its
  // command.
  bool judge();

  // `began` is when it was first begun.
  void begin(EasyHandle easy, const MailClientOptions& options, SteadyTime began);
  CURL* easy() const { return easy_.get(); }
  // Frees what the transfer needed while it ran.
  EasyHandle take_easy();

  // Did it fail only because its kept connection had gone in the meantime? Then nobody
  // has the message, and a new connection is worth a try. Once.
  bool may_begin_again(CURLcode code) const;
  void end(CURLcode code, SteadyTime now);
  void deliver() { done_(std::move(result_)); }

  // Its place in the client's table.
  std::size_t slot = 0;

 private:
  static std::size_t on_read(char* room, std::size_t, std::size_t size, void* self);
  static std::size_t on_reply(char* bytes, std::size_t, std::size_t size, void* self);

  void take_reply(std::string_view line);
  template <typename Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(easy_.get(), option, value);
  }

  MailMessage message_;
  MailClient::Done done_;
  MailResult result_;
  EasyHandle easy_;
  Slist recipients_;
  std::array<char, CURL_ERROR_SIZE> curl_error_{};
  // Of the content, as libcurl asked for it.
  std::size_t sent_ = 0;
  bool asked_for_content_ = false;
  int begun_ = 0;
  // The server's last reply, its lines joined.
  std::string reply_;
  bool reply_goes_on_ = false;
  SteadyTime began_;
};

}  // namespace curlew::http
