#include "parse/html/page.h"

#include <utility>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "parse/charset.h"
#include "parse/double_utf8.h"
#include "parse/html/meta_charset.h"
#include "parse/html/styled_page.h"
#include "parse/html/tree/to_document.h"
#include "parse/html/tree/tree_builder.h"

namespace curlew::parse {

namespace {

PageCut parse_text(std::string_view utf8, dom::Document& page, TimeBudget time,
                   Styles styles) {
  TreeBuilder builder(utf8.substr(0, kMaxHtmlSize), std::move(time), styles);
  builder.build();
  const bool is_whole = to_document(builder, page);
  if (builder.cut() != PageCut::kNone) return builder.cut();
  if (!is_whole) return PageCut::kDepth;
  return utf8.size() > kMaxHtmlSize ? PageCut::kSize : PageCut::kNone;
}

bool begins_as_html(std::string_view text) {
  const std::string head = to_ascii_lower(trimmed(text.substr(0, 64)));
  return head.starts_with("<!doctype html") || head.starts_with("<html");
}

// A page of plain text is what browsers make of it (HTML, "read text"): lines in a
// <pre>. Servers that know no better send HTML under the same name.
bool is_plain_text(std::string_view content_type, std::string_view text) {
  return to_ascii_lower(trimmed(content_type.substr(0, content_type.find(';')))) ==
             "text/plain" &&
         !begins_as_html(text);
}

std::string in_pre(std::string_view text) { return "<pre>\n" + escaped_markup(text); }

HtmlPage parse_bytes(std::string_view bytes, std::string_view content_type,
                     dom::Document& page, TimeBudget time, Styles styles) {
  const bool is_too_large = bytes.size() > kMaxHtmlSize;
  bytes = bytes.substr(0, kMaxHtmlSize);
  Utf8Text text = to_utf8(
      bytes, {charset_of_content_type(content_type), declared_html_charset(bytes)});
  undo_double_utf8(text.text);
  if (is_plain_text(content_type, text.text)) text.text = in_pre(text.text);
  const PageCut cut = parse_text(text.text, page, std::move(time), styles);
  return {std::move(text.charset),
          cut == PageCut::kNone && is_too_large ? PageCut::kSize : cut};
}

}  // namespace

PageCut parse_html(std::string_view utf8, dom::Document& page, TimeBudget time) {
  return parse_text(utf8, page, std::move(time), Styles::kLeaveOut);
}

HtmlPage parse_html_page(std::string_view bytes, std::string_view content_type,
                         dom::Document& page, TimeBudget time) {
  return parse_bytes(bytes, content_type, page, std::move(time), Styles::kLeaveOut);
}

HtmlPage parse_styled_page(std::string_view bytes, std::string_view content_type,
                           dom::Document& page) {
  return parse_bytes(bytes, content_type, page, {}, Styles::kKeep);
}

}  // namespace curlew::parse
