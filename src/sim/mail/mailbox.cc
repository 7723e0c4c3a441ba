#include "sim/mail/mailbox.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "base/time.h"

namespace curlew::sim {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t value = kDigits.find(c);
    if (value == kDigits.npos) continue;
    bits = (bits << 6 | unsigned(value)) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += char(bits >> count & 0xff);
  }
  return out;
}

// Quoted-printable; in a header '_' is a space.
std::string from_quoted(std::string_view text, bool is_header) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_header && text[i] == '_') {
      out += ' ';
    } else if (text[i] != '=') {
      out += text[i];
    } else if (text.substr(i + 1).starts_with("\r\n")) {
      i += 2;
    } else if (i + 2 < text.size() && digit_of(text[i + 1]) >= 0 &&
               digit_of(text[i + 2]) >= 0) {
      out += char(digit_of(text[i + 1]) * 16 + digit_of(text[i + 2]));
      i += 2;
    }
  }
  return out;
}

// "=?UTF-8?B?…?=" and "=?UTF-8?Q?…?="; white space between two of them is nothing.
std::string decoded_words(std::string_view value) {
  std::string out;
  bool is_behind_word = false;
  while (!value.empty()) {
    const std::size_t begin = std::min(value.find("=?"), value.size());
    const std::string_view before = value.substr(0, begin);
    const bool is_gap = is_behind_word && begin < value.size() &&
                        before.find_first_not_of(" \t\r\n") == before.npos;
    if (!is_gap) out += before;
    value.remove_prefix(begin);
    if (value.empty()) break;
    const std::size_t kind = value.find('?', 2);
    const std::size_t text = kind == value.npos ? kind : value.find('?', kind + 1);
    const std::size_t end = text == value.npos ? text : value.find("?=", text + 1);
    if (end == value.npos) return out.append(value);
    const std::string_view word = value.substr(text + 1, end - text - 1);
    const bool is_base64 = to_ascii_lower(value[kind + 1]) == 'b';
    out += is_base64 ? from_base64(word) : from_quoted(word, true);
    value.remove_prefix(end + 2);
    is_behind_word = true;
  }
  return out;
}

// The value of a header in a block of them, unfolded.
std::string raw_header(std::string_view head, std::string_view name) {
  std::string value;
  bool is_inside = false;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    if (line.starts_with(' ') || line.starts_with('\t')) {
      if (is_inside) value.append(line);
      continue;
    }
    if (is_inside) break;
    const std::size_t colon = std::min(line.find(':'), line.size());
    is_inside = equals_ignoring_case(line.substr(0, colon), name);
    if (is_inside && colon < line.size()) value = trimmed(line.substr(colon + 1));
  }
  return value;
}

struct Halves {
  std::string_view head;
  std::string_view body;
};
Halves halves_of(std::string_view text) {
  const std::size_t gap = text.find("\r\n\r\n");
  if (gap == text.npos) return {text, {}};
  return {text.substr(0, gap + 2), text.substr(gap + 4)};
}

std::string decoded_body(const Halves& part) {
  const std::string encoding = raw_header(part.head, "Content-Transfer-Encoding");
  if (equals_ignoring_case(encoding, "base64")) return from_base64(part.body);
  if (equals_ignoring_case(encoding, "quoted-printable")) {
    return from_quoted(part.body, false);
  }
  return std::string(part.body);
}

std::string page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
      "content=\"width=device-width\"><title>{0}</title><style>body{{font:16px/1.5 "
      "sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light "
      "dark}}pre{{white-space:pre-wrap;overflow-wrap:anywhere}}</style><h1>{0}</h1>{1}",
      escaped_markup(title), body);
}

std::string list_page(const std::vector<ReceivedMail>& mails) {
  std::string list = mails.empty() ? "<p>Nothing has come yet.</p>" : "<ul>";
  for (std::size_t i = mails.size(); i-- > 0;) {
    list += fmt::format("<li><a href=\"/{}\">{}</a><br><small>{} to {}</small>", i,
                        escaped_markup(header_of(mails[i], "Subject")),
                        to_iso8601(mails[i].received),
                        escaped_markup(mails[i].to.empty() ? "" : mails[i].to[0]));
  }
  return page("The mailbox of the demo", list + (mails.empty() ? "" : "</ul>"));
}

std::string mail_page(const ReceivedMail& mail) {
  return page(
      header_of(mail, "Subject"),
      fmt::format("<p><a href=\"/\">All mail</a></p><pre>{}</pre><details>"
                  "<summary>As it came</summary><pre>{}</pre></details>",
                  escaped_markup(plain_part_of(mail)), escaped_markup(mail.text)));
}

http::ServerResponse html(std::string body, int status = 200) {
  return {
      status,
      {{"Content-Type", "text/html; charset=utf-8"},
       {"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"}},
      std::move(body)};
}

}  // namespace

std::string header_of(const ReceivedMail& mail, std::string_view name) {
  return decoded_words(raw_header(halves_of(mail.text).head, name));
}

std::string plain_part_of(const ReceivedMail& mail) {
  const Halves whole = halves_of(mail.text);
  const std::string type = raw_header(whole.head, "Content-Type");
  const std::size_t named = type.find("boundary=");
  if (named == type.npos) return decoded_body(whole);
  std::string boundary = type.substr(named + 9);
  boundary.resize(std::min(boundary.find(';'), boundary.size()));
  std::erase(boundary, '"');
  const std::string_view body = whole.body;
  std::size_t at = body.find("--" + boundary);
  while (at != body.npos) {
    const std::size_t next = body.find("--" + boundary, at + 2);
    const std::size_t line = std::min(body.find("\r\n", at), body.size() - 2) + 2;
    const std::size_t end = next == body.npos ? body.size() : next;
    const Halves part = halves_of(body.substr(line, end > line ? end - line : 0));
    if (raw_header(part.head, "Content-Type").starts_with("text/plain")) {
      return decoded_body(part);
    }
    at = next;
  }
  return decoded_body(whole);
}

Result<std::unique_ptr<http::Server>> start_mailbox(const MailSink& sink) {
  return http::start_server({}, [&sink](const http::ServerRequest& request,
                                        const http::Responder& responder) {
    const std::vector<ReceivedMail> mails = sink.messages();
    if (request.path == "/") return responder(html(list_page(mails)));
    std::size_t number = 0;
    const char* const begin = request.path.data() + 1;
    const char* const end = request.path.data() + request.path.size();
    const auto parsed = std::from_chars(begin, end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end || number >= mails.size()) {
      return responder(html(page("No such message", ""), 404));
    }
    responder(html(mail_page(mails[number])));
  });
}

}  // namespace curlew::sim
