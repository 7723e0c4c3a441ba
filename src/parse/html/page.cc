#include "parse/html/page.h"

#include "parse/charset.h"
#include "parse/html/meta_charset.h"

namespace curlew::parse {

HtmlPage parse_html_page(std::string_view bytes, std::string_view content_type,
                         dom::Document& page) {
  const bool is_too_large = bytes.size() > kMaxHtmlSize;
  bytes = bytes.substr(0, kMaxHtmlSize);
  Utf8Text text = to_utf8(
      bytes, {charset_of_content_type(content_type), declared_html_charset(bytes)});
  const PageCut cut = parse_html(text.text, page);
  return {std::move(text.charset),
          cut == PageCut::kNone && is_too_large ? PageCut::kSize : cut};
}

}  // namespace curlew::parse
