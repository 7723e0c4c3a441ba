// Any bytes: parse_mail_address() lets nothing through that could leave its header, and
// every notice made of them is a message of short ASCII lines in which no markup of
// theirs stands.

#include <algorithm>

#include "base/check.h"
#include "publish/feed/clip_feed.h"
#include "publish/mail/message.h"
#include "publish/notice_text.h"
#include "publish/webhook/request.h"

using namespace curlew;
using namespace curlew::publish;

namespace {

bool is_printable(char c) { return c > ' ' && c < 0x7F; }

void check_address(std::string_view text) {
  const auto address = parse_mail_address(text);
  if (!address.ok()) return;
  CHECK(std::ranges::all_of(address->address(), is_printable));
  CHECK(address->address().find_first_of("<>,;:\"()[]\\") == std::string::npos);
  CHECK(address->name().find_first_of("\r\n") == std::string::npos);
  const auto again = parse_mail_address(address->address());
  CHECK(again.ok() && again->address() == address->address());
}

void check_lines(const std::string& message) {
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = message.find("\r\n", at);
    CHECK(end != message.npos && end - at <= 998);
    const std::string_view line(message.data() + at, end - at);
    CHECK(std::ranges::all_of(line, [](char c) { return c >= ' ' && c < 0x7F; }));
    at = end + 2;
  }
}

// Everything in it is theirs.
Notice notice_of(std::string_view text) {
  const std::string all(text);
  const std::string half(text.substr(text.size() / 2));
  NoticeClip clip = {.clip = {.keyword = half,
                              .title = all,
                              .summary = all,
                              .mark_begin = std::uint32_t(text.size() / 3),
                              .mark_end = std::uint32_t(text.size() / 2),
                              .url = all},
                     .source_title = half,
                     .stored_url = "https://example.org/" + half,
                     .also_in = {{.title = all, .url = "http://example.org/" + all}}};
  return {.kind = NoticeKind(text.size() % 3),
          .user = half,
          .list = {1},
          .list_name = all,
          .clips = {clip, clip},
          .subject = all,
          .lines = {all, half},
          .page_url = "https://example.org/" + all,
          .unsubscribe_url = half};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_address(text);
  static const MailAddress kMaria = *parse_mail_address("maria@example.org");
  const Notice notice = notice_of(text);
  const MailSender sender = {.from = kMaria, .installation = std::string(text)};
  check_lines(to_message(notice, kMaria, sender));
  const std::string html = to_html_document(notice);
  CHECK(html.find("<script") == html.npos && html.find("<img") == html.npos);
  // In a text it is only a word.
  CHECK(html.find("=\"javascript:") == html.npos);
  for (const WebhookForm& form : own_forms()) {
    const WebhookTarget target = {.url = "https://example.org/" + std::string(text),
                                  .form = form.name};
    const auto request = to_request(notice, target, "x", notice.created);
    if (!request.ok()) continue;
    for (const auto& [name, value] : request->headers) {
      CHECK(value.find_first_of("\r\n") == value.npos);
    }
  }
  to_atom({.title = std::string(text), .clips = notice.clips});
  static_cast<void>(parse_form("own", text));
  return 0;
}
