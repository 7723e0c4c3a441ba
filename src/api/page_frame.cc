#include "api/page_frame.h"

#include <algorithm>

#include "api/pages.h"
#include "base/plain_text.h"

namespace curlew::api {

void begin_page(HtmlWriter& html, std::string_view title) {
  html.markup(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  html.markup(
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  html.markup("<title>").text(title).markup("</title>\n");
  html.markup("<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n<body>\n");
  html.markup("<header><a class=\"brand\" href=\"/\">Curlew</a>");
  html.markup("<nav><a href=\"/sources\">Sources</a></nav></header>\n<main>\n");
}

std::string end_page(HtmlWriter html) {
  html.markup("</main>\n</body>\n</html>\n");
  return std::move(html).take();
}

std::string title_text(std::string_view title, std::size_t columns) {
  return shortened(plain_text(title), columns);
}

std::string message_page(std::string_view title, std::string_view message) {
  HtmlWriter html;
  begin_page(html, title);
  html.markup("<h1>").text(title).markup("</h1>\n<p>").text(message).markup("</p>\n");
  html.markup("<p><a href=\"/\">← To Curlew</a></p>\n");
  return end_page(std::move(html));
}

void write_paragraphs(HtmlWriter& html, std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    html.markup("<p>").text(lines.substr(0, end)).markup("</p>\n");
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

}  // namespace curlew::api
