// What a webhook's receiver wants to be sent, as a template: a request as it would
// stand on the wire, with {{placeholders}} for what changes. A receiver of another kind
// is another file in forms/, not code.
//
//   # Name for people
//   POST {{target}}
//   Content-Type: application/json
//
//   {"text": "{{text:4000}}"}
//
// Each value is escaped for its place: percent-encoded in the address, as a JSON string
// in the body, cleaned in a header. A number behind a colon is the most bytes that a
// text may have.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"

namespace curlew::publish {

enum class FormValue : std::uint8_t {
  // The address that the user gave, and its parts: "https://host:port", its path, the
  // decoded last name of its path, its query with '?', a decoded field of its query.
  kTarget,
  kTargetOrigin,
  kTargetPath,
  kTargetName,
  kTargetQuery,
  kTargetField,
  // The idempotency key of the delivery.
  kKey,
  kSubject,
  // What stands above the text: heading_of(), plain and with &, < and > escaped.
  kHeading,
  kEscapedHeading,
  kLink,
  kList,
  kUser,
  // The notice: plain, plain with &, < and > escaped, as HTML, and as HTML in which
  // line ends are lines.
  kText,
  kEscapedText,
  kHtml,
  kChatHtml,
};

// A piece of a template: text of its own, then a value.
struct FormPiece {
  std::string before;
  // None behind the last text.
  bool has_value = false;
  FormValue value = FormValue::kText;
  // Of kTargetField.
  std::string field;
  std::size_t most_bytes = 0;
};
using FormPattern = std::vector<FormPiece>;

struct WebhookForm {
  // "ntfy": what a watchlist names it by.
  std::string name;
  // For people.
  std::string title;
  std::string method;
  FormPattern url;
  std::vector<std::pair<std::string, FormPattern>> headers;
  FormPattern body;
};

struct FormText {
  std::string_view name;
  std::string_view text;
};

// The templates that come with Curlew.
std::span<const FormText> own_form_texts();

// Errors (kMalformed) say which line is wrong. The body must be JSON.
Result<WebhookForm> parse_form(std::string_view name, std::string_view text);

// Those that come with Curlew, by name. The form "json", our own, is not among them: it
// is no template (webhook/request.h).
const std::vector<WebhookForm>& own_forms();

}  // namespace curlew::publish
