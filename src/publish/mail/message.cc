#include "publish/mail/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/plain_text.h"
#include "base/sha.h"
#include "base/utf8.h"
#include "http/date.h"
#include "publish/clip_text.h"
#include "publish/mail/encoding.h"
#include "publish/notice_text.h"

namespace curlew::publish {
namespace {

constexpr std::size_t kMostListName = 100;
// RFC 5322 §2.1.1 allows 998 in a line; a longer address is not worth its header.
constexpr std::size_t kMostHeaderUrl = 900;

std::string safe_label(std::string_view text) {
  std::string safe(text.substr(0, 64));
  std::erase_if(safe, [](char c) {
    return !is_ascii_alpha(c) && !is_ascii_digit(c) && c != '-';
  });
  return safe.empty() ? "curlew" : safe;
}

std::string domain_of(const MailSender& sender) {
  const std::string_view domain = sender.from.domain();
  return domain.empty() ? "localhost" : std::string(domain);
}

// What all messages of the list answer to. It is never sent itself: readers' programs
// need only its name to show a list as a thread.
std::string thread_id(const Notice& notice, const MailSender& sender) {
  const std::string thread =
      notice.list ? fmt::format("list-{}", notice.list.value) : "alarms";
  return fmt::format("<{}.{}@{}>", thread, safe_label(sender.installation),
                     domain_of(sender));
}

// As it may stand within the brackets of a header; empty: not at all.
std::string header_url(std::string_view untrusted) {
  const std::string url = link_url(untrusted);
  const bool fits =
      url.size() <= kMostHeaderUrl && std::ranges::all_of(url, [](char c) {
        return c > ' ' && c < 0x7F && c != '<' && c != '>';
      });
  return fits ? url : std::string();
}

class HeaderWriter {
 public:
  // `value` is ours, or made safe.
  HeaderWriter& field(std::string_view name, std::string_view value) {
    out_.append(name).append(": ").append(value).append("\r\n");
    return *this;
  }

  HeaderWriter& text(std::string_view name, std::string_view untrusted) {
    return field(name, encoded_header_text(plain_text(untrusted), name.size()));
  }

  HeaderWriter& address(std::string_view name, const MailAddress& address) {
    if (address.name().empty()) return field(name, address.address());
    return named(name, address.name(), address.address());
  }

  // "Name <value>", the value on a line of its own where the two are long.
  HeaderWriter& named(std::string_view name, std::string_view phrase,
                      std::string_view value) {
    std::string encoded = encoded_phrase(plain_text(phrase), name.size());
    const bool is_short = name.size() + encoded.size() + value.size() < 72;
    encoded += is_short ? " <" : "\r\n <";
    return field(name, encoded.append(value).append(">"));
  }

  std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

void write_list_headers(HeaderWriter& headers, const Notice& notice,
                        const MailSender& sender) {
  if (!notice.list) return;
  // RFC 2919: a name for people, then one that stays.
  headers.named("List-Id", utf8_prefix(plain_text(notice.list_name), kMostListName),
                fmt::format("list-{}.{}.{}", notice.list.value,
                            safe_label(sender.installation), domain_of(sender)));
  const std::string url = header_url(notice.unsubscribe_url);
  if (url.empty()) return;
  headers.field("List-Unsubscribe", "<" + url + ">");
  // RFC 8058 §3.1 demands HTTPS of what is posted to by a program.
  if (starts_with_ignoring_case(url, "https://")) {
    headers.field("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
  }
}

std::string part(std::string_view boundary, std::string_view type,
                 std::string_view text) {
  const EncodedBody body = encoded_body(text);
  return fmt::format(
      "--{}\r\nContent-Type: {}; charset=utf-8\r\n"
      "Content-Transfer-Encoding: {}\r\n\r\n{}\r\n",
      boundary, type, body.encoding, body.lines);
}

// Neither encoding of a part can contain "=_" (RFC 2045 §6.7).
std::string boundary_of(const std::string& message_id) {
  return "=_" + sha256_hex(message_id).substr(0, 24);
}

// "Tue, 17 Nov 2026 13:05:00 +0000": RFC 5322 has "GMT" only for old messages.
std::string mail_date(Time time) {
  std::string date = http::to_http_date(time);
  return date.replace(date.size() - 3, 3, "+0000");
}

}  // namespace

std::string message_id(const Notice& notice, const MailSender& sender) {
  return fmt::format("<delivery-{}.{}@{}>", notice.delivery.value,
                     safe_label(sender.installation), domain_of(sender));
}

std::string to_message(const Notice& given, const MailAddress& to,
                       const MailSender& sender) {
  Notice notice = given;
  if (sender.stop_url && notice.list) {
    if (std::string url = sender.stop_url(notice.list); !url.empty()) {
      notice.unsubscribe_url = std::move(url);
    }
  }
  const std::string id = message_id(notice, sender);
  const std::string thread = thread_id(notice, sender);
  const std::string boundary = boundary_of(id);
  HeaderWriter headers;
  headers.field("Date", mail_date(notice.created));
  headers.address("From", sender.from).address("To", to);
  headers.text("Subject", subject_of(notice));
  headers.field("Message-ID", id);
  headers.field("In-Reply-To", thread).field("References", thread);
  write_list_headers(headers, notice, sender);
  // RFC 3834: nobody's absence is to be told to us.
  headers.field("Auto-Submitted", "auto-generated");
  headers.field("MIME-Version", "1.0");
  headers.field("Content-Language", to_string(notice.language));
  headers.field("Content-Type",
                "multipart/alternative;\r\n boundary=\"" + boundary + "\"");
  std::string message = std::move(headers).take() + "\r\n";
  // The one that says most comes last (RFC 2046 §5.1.4).
  message += part(boundary, "text/plain", to_text(notice));
  message += part(boundary, "text/html", to_html_document(notice));
  return message + "--" + boundary + "--\r\n";
}

}  // namespace curlew::publish
