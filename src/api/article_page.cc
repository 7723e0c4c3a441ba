#include "api/page_frame.h"
#include "api/pages.h"

namespace curlew::api {
namespace {

constexpr std::size_t kMostLinks = 100;

void write_fact(HtmlWriter& html, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  html.markup("<dt>").text(name).markup("<dd>").text(value).markup("\n");
}

void write_fact(HtmlWriter& html, std::string_view name,
                const std::optional<Time>& moment, Time now) {
  if (!moment) return;
  html.markup("<dt>").text(name).markup("<dd>").moment(*moment, now).markup("\n");
}

void write_address(HtmlWriter& html, std::string_view name, std::string_view url) {
  if (url.empty()) return;
  html.markup("<dt>").text(name).markup("<dd>").link(url, url).markup("\n");
}

void write_facts(HtmlWriter& html, const ArticleDetail& detail) {
  const store::ArticleRow& article = detail.article;
  html.markup("<dl>\n<dt>source<dd>");
  write_source(html, article.source.value, article.source_title,
               "#" + std::to_string(article.source.value));
  html.markup("\n");
  write_address(html, "address", article.url);
  if (article.page_title != article.title) {
    write_fact(html, "title of the page", article.page_title);
  }
  if (article.canonical_url != article.url) {
    write_address(html, "calls itself", article.canonical_url);
  }
  write_fact(html, "author", article.author);
  write_fact(html, "language", article.language);
  write_fact(html, "category", article.category);
  write_address(html, "picture", article.image);
  write_fact(html, "published", article.published, detail.now);
  write_fact(html, "modified", article.modified, detail.now);
  write_fact(html, "found", article.found, detail.now);
  write_fact(html, "edited", article.edited, detail.now);
  write_fact(html, "page fetched", article.page_fetched, detail.now);
  write_fact(html, "remark", article.page_error);
  html.markup("</dl>\n");
}

void write_text(HtmlWriter& html, std::string_view text) {
  html.markup("<section>\n");
  if (text.empty())
    html.markup("<p class=\"quiet\">No text was found on the page.</p>");
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    html.markup("<p>").text(text.substr(0, end)).markup("</p>\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  html.markup("</section>\n");
}

void write_links(HtmlWriter& html, const std::vector<model::FoundLink>& links) {
  if (links.empty()) return;
  html.markup("<section>\n<h2>Leads to</h2>\n<table>\n");
  for (const model::FoundLink& link :
       std::span(links).first(std::min(links.size(), kMostLinks))) {
    html.markup("<tr><td>").link(link.url, link.text.empty() ? link.url : link.text);
    html.markup("</tr>\n");
  }
  html.markup("</table>\n</section>\n");
}

}  // namespace

std::string article_page(const ArticleDetail& detail) {
  const store::ArticleRow& article = detail.article;
  const std::string& title = article.title.empty() ? article.url : article.title;
  HtmlWriter html;
  begin_page(html, title + " · Curlew", Reload::kNever);
  html.markup("<h1>").text(title);
  if (article.page_type) {
    html.markup(" <span class=\"tag\">").text(to_string(*article.page_type));
    html.markup("</span>");
  }
  html.markup("</h1>\n");
  write_facts(html, detail);
  if (detail.content) {
    write_text(html, detail.content->text);
    write_links(html, detail.content->parts.links);
  }
  return end_page(std::move(html));
}

}  // namespace curlew::api
