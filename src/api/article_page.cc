#include <fmt/format.h>

#include "api/article_text.h"
#include "api/memento_links.h"
#include "api/page_frame.h"
#include "api/pages.h"
#include "base/plain_text.h"
#include "base/web_address.h"

namespace curlew::api {
namespace {

constexpr std::size_t kMostLinks = 100;

void write_address(HtmlWriter& html, std::string_view name, std::string_view url) {
  if (url.empty()) return;
  html.markup("<dt>").text(name).markup("<dd>").link(url, url).markup("\n");
}

// "The Herald · by Ann Heron · 3 h ago · original"
void write_byline(HtmlWriter& html, const service::ArticleDetail& detail) {
  const store::ArticleRow& article = detail.article;
  html.markup("<p class=\"quiet\">");
  write_source(html, article.source.value, article.source_title,
               "#" + std::to_string(article.source.value));
  if (!article.author.empty()) html.markup(" · by ").text(article.author);
  html.markup(" · ").moment(article.published.value_or(article.found), detail.now);
  if (is_web_address(plain_text(article.url))) {
    html.markup(" · ").link(article.url, "original");
  }
  html.markup("</p>\n");
}

void write_facts(HtmlWriter& html, const service::ArticleDetail& detail) {
  const store::ArticleRow& article = detail.article;
  html.markup("<section>\n<h2>About it</h2>\n<dl>\n");
  write_address(html, "address", article.url);
  if (article.page_title != article.title) {
    html.fact("title of the page", article.page_title);
  }
  if (article.canonical_url != article.url) {
    write_address(html, "calls itself", article.canonical_url);
  }
  html.fact("language", article.language);
  html.fact("category", article.category);
  html.fact("topic", topics_text(article.topics));
  write_address(html, "picture", article.image);
  html.fact("published", article.published, detail.now);
  html.fact("modified", article.modified, detail.now);
  html.fact("found", article.found, detail.now);
  html.fact("edited", article.edited, detail.now);
  html.fact("page fetched", article.page_fetched, detail.now);
  html.fact("remark", article.page_error);
  for (const Time kept : detail.kept_pages) {
    html.markup("<dt>as it came<dd><a href=\"");
    html.text(memento_address("", kept, detail.kept_url)).markup("\">");
    html.moment(kept, detail.now).markup("</a>\n");
  }
  for (const store::ArticleVersion& version : detail.versions) {
    html.fact("before", version.title + ", until " + to_iso8601(version.until));
  }
  html.markup("</dl>\n</section>\n");
}

// Of a change: where the version is, and those that it can be compared with.
void write_change_links(HtmlWriter& html, const service::ArticleDetail& detail) {
  html.text("What changed in ").markup("<a href=\"");
  html.text(memento_address("", *detail.change, detail.kept_url));
  html.markup("\">this version</a>; all are listed with <a href=\"/source/");
  html.text(std::to_string(detail.article.source.value)).markup("\">its source</a>.");
}

void write_text(HtmlWriter& html, const service::ArticleDetail& detail) {
  html.markup("<section class=\"text\" dir=\"auto\">\n");
  switch (text_origin(detail)) {
    case TextOrigin::kPage:
      write_paragraphs(html, detail.content->text);
      break;
    case TextOrigin::kFeed:
      html.markup("<p class=\"quiet\">");
      if (detail.change) {
        write_change_links(html, detail);
      } else {
        html.text("As its source tells it; ");
        html.text(detail.article.page_fetched ? "on the page no text was found."
                                              : "the page was not fetched.");
      }
      html.markup("</p>\n").html(safe_html(feed_html(detail.feed)));
      break;
    case TextOrigin::kNone:
      html.markup("<p class=\"quiet\">");
      html.text(why_no_text(detail.article));
      html.markup("</p>\n");
      break;
  }
  html.markup("</section>\n");
}

void write_enclosures(HtmlWriter& html, const std::vector<model::Enclosure>& files) {
  if (files.empty()) return;
  html.markup("<section>\n<h2>Attached</h2>\n<ul>\n");
  for (const model::Enclosure& file : files) {
    html.markup("<li>").link(file.url, file.url);
    html.markup(" <span class=\"quiet\">").text(file.type);
    if (file.length > 0)
      html.markup(" ").text(fmt::format("{} KB", file.length / 1000));
    html.markup("</span></li>\n");
  }
  html.markup("</ul>\n</section>\n");
}

void write_links(HtmlWriter& html, const std::vector<model::FoundLink>& links) {
  if (links.empty()) return;
  html.markup("<section>\n<h2>Leads to</h2>\n<ul>\n");
  for (const model::FoundLink& link :
       std::span(links).first(std::min(links.size(), kMostLinks))) {
    html.markup("<li>").link(link.url, link.text.empty() ? link.url : link.text);
    html.markup("</li>\n");
  }
  html.markup("</ul>\n</section>\n");
}

}  // namespace

std::string article_page(const service::ArticleDetail& detail) {
  const store::ArticleRow& article = detail.article;
  const std::string& title = article.title.empty() ? article.url : article.title;
  HtmlWriter html;
  begin_page(html, title + " · Curlew", Reload::kNever);
  html.markup("<h1>").text(title);
  if (article.page_type && *article.page_type != model::PageType::kArticle) {
    html.markup(" <span class=\"tag\">").text(to_string(*article.page_type));
    html.markup("</span>");
  }
  html.markup("</h1>\n");
  write_byline(html, detail);
  write_text(html, detail);
  write_enclosures(html, detail.feed.enclosures);
  write_facts(html, detail);
  if (detail.content) write_links(html, detail.content->parts.links);
  return end_page(std::move(html));
}

}  // namespace curlew::api
