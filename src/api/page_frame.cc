#include "api/page_frame.h"

#include "api/pages.h"
#include "model/mask.h"

namespace curlew::api {

void begin_page(HtmlWriter& html, std::string_view title, Reload reload) {
  html.markup(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  html.markup("<meta name=\"viewport\" content=\"width=device-width\">\n");
  if (reload == Reload::kOften) {
    html.markup("<meta http-equiv=\"refresh\" content=\"5\">\n");
  }
  html.markup("<title>").text(title).markup("</title>\n");
  html.markup("<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n<body>\n");
  html.markup("<header><a class=\"brand\" href=\"/\">Curlew</a></header>\n<main>\n");
}

std::string end_page(HtmlWriter html) {
  html.markup("</main>\n<footer><a href=\"/status.json\">status.json</a> · ");
  html.markup(
      "<a href=\"/articles.json\">articles.json</a></footer>\n</body>\n</html>\n");
  return std::move(html).take();
}

void write_source(HtmlWriter& html, std::int64_t id, std::string_view title,
                  std::string_view url) {
  html.markup("<a href=\"/source/").number(id).markup("\">");
  html.text(title.empty() ? model::masked_address(url) : std::string(title));
  html.markup("</a>");
}

std::string message_page(std::string_view title, std::string_view message) {
  HtmlWriter html;
  begin_page(html, title, Reload::kNever);
  html.markup("<h1>").text(title).markup("</h1>\n<p>").text(message).markup("</p>\n");
  return end_page(std::move(html));
}

void write_article(HtmlWriter& html, const store::ArticleRow& article) {
  html.link(article.url, article.title.empty() ? article.url : article.title);
  if (!article.page_type) return;
  if (*article.page_type != model::PageType::kArticle) {
    html.markup(" <span class=\"tag\">").text(to_string(*article.page_type));
    html.markup("</span>");
  }
  html.markup(" <a class=\"quiet\" href=\"/article/").number(article.id.value);
  html.markup("\">text</a>");
}

}  // namespace curlew::api
