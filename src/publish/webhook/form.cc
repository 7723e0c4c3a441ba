#include "publish/webhook/form.h"

#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>
#include <charconv>

#include "base/ascii.h"
#include "base/check.h"

namespace curlew::publish {
namespace {

struct ValueName {
  std::string_view name;
  FormValue value;
};

constexpr auto kValueNames = std::to_array<ValueName>({
    {"target", FormValue::kTarget},
    {"target.origin", FormValue::kTargetOrigin},
    {"target.path", FormValue::kTargetPath},
    {"target.name", FormValue::kTargetName},
    {"target.query", FormValue::kTargetQuery},
    {"key", FormValue::kKey},
    {"subject", FormValue::kSubject},
    {"heading", FormValue::kHeading},
    {"escaped_heading", FormValue::kEscapedHeading},
    {"link", FormValue::kLink},
    {"list", FormValue::kList},
    {"user", FormValue::kUser},
    {"text", FormValue::kText},
    {"escaped_text", FormValue::kEscapedText},
    {"html", FormValue::kHtml},
    {"chat_html", FormValue::kChatHtml},
});
constexpr std::string_view kFieldPrefix = "target.query.";
constexpr std::size_t kMostText = 64 * 1024;

bool set_value(FormPiece& piece, std::string_view name) {
  if (name.starts_with(kFieldPrefix)) {
    piece.value = FormValue::kTargetField;
    piece.field = name.substr(kFieldPrefix.size());
    return !piece.field.empty();
  }
  for (const auto& [known, value] : kValueNames) {
    if (name != known) continue;
    piece.value = value;
    return true;
  }
  return false;
}

Result<FormPiece> parse_value(std::string_view inside) {
  const std::size_t colon = inside.find(':');
  FormPiece piece{.has_value = true, .most_bytes = kMostText};
  if (!set_value(piece, inside.substr(0, colon))) {
    return Error{ErrorKind::kMalformed, fmt::format("no value is named '{}'", inside)};
  }
  if (colon == inside.npos) return piece;
  const std::string_view number = inside.substr(colon + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), piece.most_bytes);
  const bool is_whole = error == std::errc() && end == number.data() + number.size();
  if (!is_whole || piece.most_bytes < 100 || piece.most_bytes > kMostText) {
    return Error{
        ErrorKind::kMalformed,
        fmt::format("'{}' is not a number of bytes from 100 to {}", number, kMostText)};
  }
  return piece;
}

Result<FormPattern> parse_pattern(std::string_view text) {
  FormPattern pattern;
  while (true) {
    const std::size_t open = text.find("{{");
    const std::size_t close = open == text.npos ? open : text.find("}}", open);
    if (close == text.npos) {
      pattern.push_back({.before = std::string(text)});
      return pattern;
    }
    TRY_ASSIGN(FormPiece piece, parse_value(text.substr(open + 2, close - open - 2)));
    piece.before = text.substr(0, open);
    pattern.push_back(std::move(piece));
    text.remove_prefix(close + 2);
  }
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = trimmed(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool is_json(const FormPattern& body) {
  std::string text;
  for (const FormPiece& piece : body) text += piece.before;
  boost::system::error_code error;
  boost::json::parse(text, error);
  return !error;
}

Error wrong(std::string_view what, std::string_view value) {
  return {ErrorKind::kMalformed, fmt::format("{}: '{}'", what, value)};
}

Result<WebhookForm> read_form(std::string_view name, std::string_view text) {
  WebhookForm form{.name = std::string(name), .title = std::string(name)};
  std::string_view line = take_line(text);
  if (line.starts_with('#')) {
    form.title = trimmed(line.substr(1));
    while (line.starts_with('#')) line = take_line(text);
  }
  const std::size_t space = line.find(' ');
  form.method = line.substr(0, space);
  if (space == line.npos || (form.method != "POST" && form.method != "PUT")) {
    return wrong("the first line is not POST or PUT and an address", line);
  }
  TRY_ASSIGN(form.url, parse_pattern(line.substr(space + 1)));
  while (!(line = take_line(text)).empty()) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return wrong("a header without a colon", line);
    TRY_ASSIGN(FormPattern value, parse_pattern(trimmed(line.substr(colon + 1))));
    form.headers.emplace_back(line.substr(0, colon), std::move(value));
  }
  TRY_ASSIGN(form.body, parse_pattern(text));
  if (!is_json(form.body)) return wrong("the body is not JSON", text.substr(0, 100));
  return form;
}

}  // namespace

Result<WebhookForm> parse_form(std::string_view name, std::string_view text) {
  auto form = read_form(name, text);
  if (!form.ok()) return std::move(form).error().within(name);
  return form;
}

const std::vector<WebhookForm>& own_forms() {
  static const std::vector<WebhookForm> kForms = [] {
    std::vector<WebhookForm> forms;
    for (const auto& [name, text] : own_form_texts()) {
      auto form = parse_form(name, text);
      CHECK(form.ok());
      forms.push_back(std::move(*form));
    }
    return forms;
  }();
  return kForms;
}

}  // namespace curlew::publish
