#include "api/page_frame.h"

#include <algorithm>

#include "api/pages.h"
#include "base/plain_text.h"
#include "base/web_address.h"
#include "model/mask.h"

namespace curlew::api {

void begin_page(HtmlWriter& html, std::string_view title, Reload reload) {
  html.markup(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  html.markup(
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  if (reload == Reload::kOften) {
    html.markup("<meta http-equiv=\"refresh\" content=\"5\">\n");
  }
  html.markup("<title>").text(title).markup("</title>\n");
  html.markup("<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n<body>\n");
  html.markup("<header><a class=\"brand\" href=\"/\">Curlew</a>");
  html.markup("<nav><a href=\"/sources\">Sources</a></nav></header>\n<main>\n");
}

std::string end_page(HtmlWriter html) {
  html.markup("</main>\n<footer><a href=\"/status.json\">status.json</a> · ");
  html.markup(
      "<a href=\"/articles.json\">articles.json</a></footer>\n</body>\n</html>\n");
  return std::move(html).take();
}

std::string title_text(std::string_view title, std::size_t columns) {
  return shortened(plain_text(title), columns);
}

void write_source(HtmlWriter& html, std::int64_t id, std::string_view title,
                  std::string_view url) {
  html.markup("<a href=\"/source/").number(id).markup("\">");
  constexpr std::size_t kColumns = 100;  // One of many in a list.
  html.text(title_text(title.empty() ? model::masked_address(url) : std::string(title),
                       kColumns));
  html.markup("</a>");
}

void write_state(HtmlWriter& html, model::SourceState state, bool has_problem) {
  html.markup(" <span class=\"tag");
  if (has_problem || state == model::SourceState::kFailing) html.markup(" bad");
  const bool is_active = state == model::SourceState::kActive;
  html.markup("\">").text(has_problem && is_active ? "problem" : to_string(state));
  html.markup("</span>");
}

std::string message_page(std::string_view title, std::string_view message) {
  HtmlWriter html;
  begin_page(html, title, Reload::kNever);
  html.markup("<h1>").text(title).markup("</h1>\n<p>").text(message).markup("</p>\n");
  html.markup("<p><a href=\"/\">← To the status page</a></p>\n");
  return end_page(std::move(html));
}

void write_article(HtmlWriter& html, const store::ArticleRow& article) {
  html.markup("<a class=\"title\" href=\"/article/").number(article.id.value);
  html.markup("\">");
  html.text(title_text(article.title.empty() ? article.url : article.title));
  html.markup("</a>");
  if (article.page_type && *article.page_type != model::PageType::kArticle) {
    html.markup(" <span class=\"tag\">").text(to_string(*article.page_type));
    html.markup("</span>");
  }
  if (is_web_address(plain_text(article.url))) {
    // Not broken from the title's last word: it would stand on a line of its own.
    html.markup("&nbsp;<span class=\"original\">").link(article.url, "original");
    html.markup("</span>");
  }
}

void write_remark(HtmlWriter& html, int columns, std::string_view remark) {
  if (remark.empty()) return;
  html.markup("<tr class=\"remark\"><td colspan=\"").number(columns).markup("\">");
  html.text(remark).markup("</td></tr>\n");
}

void write_problem(HtmlWriter& html, int columns, const model::Problem& problem) {
  html.markup("<tr class=\"remark\"><td colspan=\"").number(columns);
  html.markup("\"><p class=\"reason\">").text(problem.reason);
  html.markup("</p><p>").text(problem.cure).markup("</p></td></tr>\n");
}

void write_lateness(HtmlWriter& html, const std::vector<service::DayLateness>& days) {
  if (days.empty()) return;
  html.markup("<section>\n<h2>Found after publication</h2>\n<table>\n");
  html.markup("<tr class=\"head\"><th>day<th class=\"c\">articles<th class=\"c\">half");
  html.markup("<th class=\"c\">90 %<th class=\"c\">99 %</tr>\n");
  for (const auto& [day, lateness] : days) {
    html.markup("<tr><td>").text(to_iso8601(day).substr(0, 10));
    html.markup("<td class=\"n\" data-l=\"articles\">");
    html.count(std::int64_t(lateness.articles));
    html.markup("<td class=\"n\" data-l=\"half within\">")
        .text(to_human(lateness.median));
    html.markup("<td class=\"n\" data-l=\"90 %\">").text(to_human(lateness.p90));
    html.markup("<td class=\"n\" data-l=\"99 %\">").text(to_human(lateness.p99));
    html.markup("</tr>\n");
  }
  html.markup("</table>\n</section>\n");
}

void write_paragraphs(HtmlWriter& html, std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    html.markup("<p>").text(lines.substr(0, end)).markup("</p>\n");
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

}  // namespace curlew::api
