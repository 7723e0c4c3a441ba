#include <optional>

#include "api/page_frame.h"
#include "api/pages.h"
#include "model/mask.h"

namespace curlew::api {
namespace {

// One line of the list of facts; nothing when there is nothing to say.
void write_fact(HtmlWriter& html, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  html.markup("<dt>").text(name).markup("<dd>").text(value).markup("\n");
}

void write_fact(HtmlWriter& html, std::string_view name, std::optional<Time> moment,
                Time now) {
  if (!moment) return;
  html.markup("<dt>").text(name).markup("<dd>").moment(*moment, now).markup("\n");
}

void write_addresses(HtmlWriter& html, const model::Source& source) {
  const std::string address = model::masked_address(source.url);
  html.markup("<dt>address<dd>").link(address, address).markup("\n");
  if (!source.site_url.empty()) {
    html.markup("<dt>site<dd>").link(source.site_url, source.site_url).markup("\n");
  }
}

void write_facts(HtmlWriter& html, const SourceDetail& detail) {
  const auto& [source, schedule] = detail.source;
  html.markup("<dl>\n");
  write_addresses(html, source);
  write_fact(html, "kind", to_string(source.kind));
  write_fact(html, "folder", source.folder);
  write_fact(html, "language", source.language);
  write_fact(html, "next visit", schedule.next_due, detail.now);
  write_fact(html, "because", schedule.due_reason);
  write_fact(html, "last visit", schedule.last_visit, detail.now);
  write_fact(html, "last success", schedule.last_success, detail.now);
  write_fact(html, "last news", schedule.last_new, detail.now);
  write_fact(html, "publisher asks to wait until", schedule.not_before, detail.now);
  if (source.wishes.interval) {
    write_fact(html, "own interval", to_human(*source.wishes.interval));
  }
  if (schedule.failures > 0) {
    write_fact(html, "failures in a row", std::to_string(schedule.failures));
  }
  write_fact(html, "last error", schedule.last_error);
  write_fact(html, "says it moved to", schedule.moved_to);
  write_fact(html, "added", source.added, detail.now);
  html.markup("<dt>as a feed<dd><a href=\"/sources/").number(source.id.value);
  html.markup("/feed.atom\">Atom</a>\n</dl>\n");
}

void write_visits(HtmlWriter& html, const SourceDetail& detail) {
  html.markup("<section>\n<h2>Crawl log</h2>\n<table>\n<tr><th>when<th>outcome");
  html.markup("<th class=\"n\">status<th class=\"n\">took<th class=\"n\">bytes");
  html.markup("<th class=\"n\">new<th>remark</tr>\n");
  for (const store::VisitRow& visit : detail.visits) {
    html.markup("<tr><td>").moment(visit.started, detail.now);
    html.markup("<td><span class=\"tag");
    if (!is_success(visit.outcome)) html.markup(" bad");
    html.markup("\">").text(to_string(visit.outcome)).markup("</span><td class=\"n\">");
    if (visit.http_status != 0) html.number(visit.http_status);
    html.markup("<td class=\"n\">").number(visit.took.count()).markup(" ms");
    html.markup("<td class=\"n\">").number(std::int64_t(visit.wire_bytes));
    html.markup("<td class=\"n\">").number(visit.new_entries).markup("<td>");
    if (visit.kind == model::VisitKind::kArticlePage)
      html.markup("page of an article ");
    html.text(visit.error).markup("</tr>\n");
  }
  html.markup("</table>\n</section>\n");
}

void write_articles(HtmlWriter& html, const SourceDetail& detail) {
  html.markup(
      "<section>\n<h2>Articles</h2>\n<table>\n<tr><th>article<th class=\"s\">author");
  html.markup("<th class=\"n\">found<th class=\"n\">page</tr>\n");
  for (const store::ArticleRow& article : detail.articles) {
    html.markup("<tr><td>");
    write_article(html, article);
    html.markup("<td>").text(article.author).markup("<td class=\"n\">");
    html.moment(article.found, detail.now).markup("<td class=\"n\">");
    if (article.page_fetched) html.moment(*article.page_fetched, detail.now);
    html.markup(" ").text(article.page_error);
    html.markup("</tr>\n");
  }
  html.markup("</table>\n</section>\n");
}

}  // namespace

std::string source_page(const SourceDetail& detail) {
  const model::Source& source = detail.source.source;
  const std::string title =
      source.title.empty() ? model::masked_address(source.url) : source.title;
  HtmlWriter html;
  begin_page(html, title + " · Curlew", Reload::kOften);
  html.markup("<h1>").text(title).markup(" <span class=\"tag");
  if (source.state == model::SourceState::kFailing) html.markup(" bad");
  html.markup("\">").text(to_string(source.state)).markup("</span></h1>\n");
  write_facts(html, detail);
  write_articles(html, detail);
  write_visits(html, detail);
  return end_page(std::move(html));
}

}  // namespace curlew::api
