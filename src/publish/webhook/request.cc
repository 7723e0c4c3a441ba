#include "publish/webhook/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "base/plain_text.h"
#include "base/sha.h"
#include "http/request_target.h"
#include "publish/clip_text.h"
#include "publish/markup.h"
#include "publish/notice_text.h"

namespace curlew::publish {
namespace {

using boost::json::array;
using boost::json::object;
using boost::json::value;

constexpr std::size_t kMostTarget = 2000;

value moment(const std::optional<Time>& time) {
  return time ? value(to_iso8601(*time)) : value(nullptr);
}

value clip_json(const NoticeClip& clip, Language language) {
  const model::Clip& facts = clip.clip;
  const MarkedText summary = marked_summary(facts);
  std::string html;
  append_marked(html, summary, "<mark>", "</mark>");
  array others;
  for (const OtherSource& other : shown_others(clip)) {
    others.push_back(
        object{{"source", cut_text(other.title, 200)}, {"url", link_url(other.url)}});
  }
  return object{{"id", facts.id.value},
                {"article", facts.article.value},
                {"keyword", cut_text(facts.keyword, 200)},
                {"title", title_of(clip, language)},
                {"summary", summary.before + summary.keyword + summary.after},
                {"summary_html", html},
                {"url", link_url(facts.url)},
                {"source", source_of(clip)},
                {"also_in", std::move(others)},
                {"published", moment(facts.published)},
                {"found", to_iso8601(facts.found)},
                {"matched", to_iso8601(facts.matched)}};
}

// The user's address taken apart.
struct TargetParts {
  std::string_view origin;
  std::string_view path;
  // With its '?'.
  std::string_view query;
};

TargetParts parts_of(std::string_view url) {
  url = url.substr(0, url.find('#'));
  const std::size_t host = url.find("://") + 3;
  const std::size_t path = std::min(url.find_first_of("/?", host), url.size());
  const std::size_t query = std::min(url.find('?', path), url.size());
  return {url.substr(0, path), url.substr(path, query - path), url.substr(query)};
}

std::string last_name(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return http::percent_decoded(path.substr(path.rfind('/') + 1),
                               http::PlusSign::kIsPlus);
}

std::string field_of(std::string_view query, std::string_view name) {
  if (!query.empty()) query.remove_prefix(1);
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view field = query.substr(0, end);
    const std::size_t equals = field.find('=');
    if (equals != field.npos && field.substr(0, equals) == name) {
      return http::percent_decoded(field.substr(equals + 1), http::PlusSign::kIsPlus);
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return {};
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_unreserved = is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' ||
                               c == '.' || c == '_' || c == '~';
    if (is_unreserved) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

// Without the quotes around it.
std::string json_escaped(const std::string& text) {
  const std::string quoted = boost::json::serialize(value(text));
  return quoted.substr(1, quoted.size() - 2);
}

std::string with_breaks(const std::string& html) {
  std::string out;
  for (const char c : html) {
    if (c == '\n') out += "<br>";
    out += c;
  }
  return out;
}

enum class FormPlace { kUrl, kHeader, kBody };

class FormFiller {
 public:
  FormFiller(const Notice& notice, const std::string& url, const std::string& key)
      : notice_(notice), url_(url), parts_(parts_of(url)), key_(key) {}

  std::string fill(const FormPattern& pattern, FormPlace place) const {
    std::string out;
    for (const FormPiece& piece : pattern) {
      out += piece.before;
      if (piece.has_value) out += escaped(piece, value_of(piece), place);
    }
    return out;
  }

 private:
  static std::string escaped(const FormPiece& piece, const std::string& text,
                             FormPlace place) {
    // Parts of an address stay what they are in an address.
    const bool is_address =
        piece.value == FormValue::kTarget || piece.value == FormValue::kTargetOrigin ||
        piece.value == FormValue::kTargetPath || piece.value == FormValue::kTargetQuery;
    switch (place) {
      case FormPlace::kUrl:
        return is_address ? text : percent_encoded(text);
      case FormPlace::kHeader:
        return plain_text(text);
      case FormPlace::kBody:
        break;
    }
    return json_escaped(text);
  }

  std::string value_of(const FormPiece& piece) const {
    const NoticeTextOptions bound = {.most_bytes = piece.most_bytes,
                                     .footer = Footer::kNone};
    switch (piece.value) {
      case FormValue::kTarget:
        return url_;
      case FormValue::kTargetOrigin:
        return std::string(parts_.origin);
      case FormValue::kTargetPath:
        return std::string(parts_.path);
      case FormValue::kTargetName:
        return plain_text(last_name(parts_.path));
      case FormValue::kTargetQuery:
        return std::string(parts_.query);
      case FormValue::kTargetField:
        return plain_text(field_of(parts_.query, piece.field));
      case FormValue::kKey:
        return key_;
      case FormValue::kSubject:
        return cut_text(subject_of(notice_), piece.most_bytes);
      case FormValue::kHeading:
        return heading_of(notice_);
      case FormValue::kEscapedHeading:
        return escaped_markup(heading_of(notice_));
      case FormValue::kLink:
        return link_of(notice_);
      case FormValue::kList:
        return cut_text(notice_.list_name, piece.most_bytes);
      case FormValue::kUser:
        return cut_text(notice_.user, piece.most_bytes);
      case FormValue::kText:
        return to_text(notice_, bound);
      case FormValue::kEscapedText:
        return escaped_markup(to_text(notice_, bound));
      case FormValue::kHtml:
        return with_breaks(to_simple_html(notice_, bound));
      case FormValue::kChatHtml:
        return to_simple_html(notice_, bound);
    }
    return {};
  }

  const Notice& notice_;
  const std::string& url_;
  TargetParts parts_;
  const std::string& key_;
};

const WebhookForm* find_form(std::string_view name,
                             std::span<const WebhookForm> forms) {
  const auto found = std::ranges::find(forms, name, &WebhookForm::name);
  return found == forms.end() ? nullptr : &*found;
}

bool is_json_form(std::string_view name) { return name.empty() || name == kJsonForm; }

// The receiver may be anybody, and the address of the page, which those of stored texts
// are below, opens all lists of the user.
Notice without_page(const Notice& given) {
  Notice notice = given;
  notice.page_url.clear();
  for (NoticeClip& clip : notice.clips) clip.stored_url.clear();
  return notice;
}

void sign(http::Request& request, const WebhookTarget& target, Time now) {
  const std::string timestamp = std::to_string(to_unix_ms(now) / 1000);
  request.headers.emplace_back("X-Curlew-Timestamp", timestamp);
  request.headers.emplace_back(
      "X-Curlew-Signature",
      "sha256=" + hmac_sha256_hex(target.secret, timestamp + "." + request.body));
}

}  // namespace

bool is_form(std::string_view name, std::span<const WebhookForm> forms) {
  return is_json_form(name) || find_form(name, forms) != nullptr;
}

std::string idempotency_key(const Notice& notice, std::string_view installation) {
  return fmt::format("delivery-{}.{}", notice.delivery.value,
                     percent_encoded(installation));
}

std::string to_json(const Notice& notice, std::string_view key) {
  array clips;
  for (const NoticeClip& clip : notice.clips) {
    if (clips.size() == kMostClips) break;
    clips.push_back(clip_json(clip, notice.language));
  }
  array lines;
  for (const std::string& line : shown_lines(notice)) lines.push_back(value(line));
  return boost::json::serialize(object{
      {"key", key},
      {"kind", to_string(notice.kind)},
      {"created", to_iso8601(notice.created)},
      {"user", cut_text(notice.user, 200)},
      {"language", to_string(notice.language)},
      {"list",
       object{{"id", notice.list.value}, {"name", cut_text(notice.list_name, 200)}}},
      {"subject", subject_of(notice)},
      {"lines", std::move(lines)},
      {"clip_count", clip_count(notice)},
      {"clips", std::move(clips)}});
}

Result<http::Request> to_request(const Notice& given, const WebhookTarget& target,
                                 std::string_view installation, Time now,
                                 std::span<const WebhookForm> forms) {
  const std::string url = link_url(target.url);
  if (url.empty() || url.size() > kMostTarget) {
    return Error{ErrorKind::kUsage, "the webhook's address is not http or https"};
  }
  const Notice notice = without_page(given);
  const std::string key = idempotency_key(notice, installation);
  http::Request request{.method = "POST", .url = url};
  if (is_json_form(target.form)) {
    request.headers.emplace_back("Content-Type", "application/json");
    request.body = to_json(notice, key);
  } else {
    const WebhookForm* form = find_form(target.form, forms);
    if (form == nullptr) {
      return Error{ErrorKind::kUsage,
                   "no webhook form is named '" + plain_text(target.form) + "'"};
    }
    const FormFiller filler(notice, url, key);
    request.method = form->method;
    request.url = filler.fill(form->url, FormPlace::kUrl);
    for (const auto& [name, pattern] : form->headers) {
      request.headers.emplace_back(name, filler.fill(pattern, FormPlace::kHeader));
    }
    request.body = filler.fill(form->body, FormPlace::kBody);
  }
  request.headers.emplace_back("Idempotency-Key", key);
  if (!target.secret.empty()) sign(request, target, now);
  // Nobody reads what a receiver says to a success; of a failure a line is enough.
  request.wants_body = [](const http::Headers&) { return false; };
  request.limits.body = 256_KiB;
  request.limits.total = Milliseconds(30'000);
  request.keep_connection = true;
  return request;
}

}  // namespace curlew::publish
