#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "api/memento_links.h"
#include "api/page_frame.h"
#include "api/pages.h"
#include "api/topic_phases.h"
#include "api/why_due.h"
#include "model/mask.h"

namespace curlew::api {
namespace {

void write_addresses(HtmlWriter& html, const model::Source& source) {
  const std::string address = model::masked_address(source.url);
  html.markup("<dt>address<dd>").link(address, address).markup("\n");
  if (!source.site_url.empty()) {
    html.markup("<dt>site<dd>").link(source.site_url, source.site_url).markup("\n");
  }
}

void write_watching(HtmlWriter& html, const model::Watching& watching) {
  const std::string told = model::description_of(watching);
  if (!told.empty()) html.markup("<dt>tells<dd>").text(told).markup("\n");
}

// "in 5 min: a visit is worth its cost then"
void write_next_visit(HtmlWriter& html, const service::SourceDetail& detail) {
  const auto& [source, schedule] = detail.source;
  if (!is_visited(source.state) || !has_visits(source.kind)) return;
  html.markup("<dt>next visit<dd>").due(schedule.next_due, detail.now);
  html.markup(": ").text(why_due(schedule.due_reason)).markup("\n");
}

void write_audience(HtmlWriter& html, const model::Audience& audience) {
  if (audience.subscribers == 0) return;
  html.markup("<dt>subscribers<dd>").count(audience.subscribers);
  if (audience.activity_percent != 100) {
    html.markup(", active by ").count(audience.activity_percent).markup(" %");
  }
  html.markup("\n");
}

// The policy's own, as M, T and ToE of a source in training (RSS-A §III.A).
void write_variables(HtmlWriter& html, const std::optional<service::SourcePlan>& plan) {
  if (!plan) return;
  for (const auto& [name, value] : plan->variables) {
    html.fact(name, fmt::format("{:.4g}", value));
  }
}

// Of which article a visit fetched the page: its title, where it is among those shown.
void write_page_of(HtmlWriter& html, const service::SourceDetail& detail,
                   model::ArticleId id) {
  const auto found =
      std::find_if(detail.articles.begin(), detail.articles.end(),
                   [id](const store::ArticleRow& each) { return each.id == id; });
  const bool is_named = found != detail.articles.end() && !found->title.empty();
  html.markup(" <span class=\"quiet\">page of <a href=\"/article/").number(id.value);
  html.markup("\">").text(is_named ? title_text(found->title) : "an article");
  html.markup("</a></span>");
}

void write_facts(HtmlWriter& html, const service::SourceDetail& detail) {
  const auto& [source, schedule] = detail.source;
  html.markup("<dl>\n");
  write_addresses(html, source);
  write_watching(html, source.watching);
  html.fact("kind", to_string(source.kind));
  html.fact("folder", source.folder);
  html.fact("language", source.language);
  write_next_visit(html, detail);
  html.fact("last visit", schedule.last_visit, detail.now);
  html.fact("last success", schedule.last_success, detail.now);
  html.fact("last news", schedule.last_new, detail.now);
  if (schedule.changes != model::ChangeCounters()) {
    html.fact("changed",
              fmt::format("{} times structurally, {} times in its text",
                          schedule.changes.structural, schedule.changes.textual));
  }
  html.fact("publisher asks to wait until", schedule.not_before, detail.now);
  if (source.wishes.interval) {
    html.fact("own interval", to_human(*source.wishes.interval));
  }
  write_audience(html, source.audience);
  write_variables(html, detail.plan);
  if (schedule.failures > 0) {
    html.fact("failures in a row", std::to_string(schedule.failures));
  }
  if (const auto problem = service::problem_of(detail.source)) {
    html.markup("<dt>problem<dd class=\"reason\">").text(problem->reason);
    html.markup("\n").fact("cure", problem->cure);
  }
  html.fact("last error", schedule.last_error);
  html.fact("last note", schedule.last_note);
  html.fact("says it moved to", schedule.moved_to);
  html.fact("added", source.added, detail.now);
  html.markup("<dt>as a feed<dd><a href=\"/sources/").number(source.id.value);
  html.markup("/feed.atom\">Atom</a>");
  if (is_content_watched(source)) {
    html.markup(", <a href=\"/sources/").number(source.id.value);
    html.markup("/changes.nt\">its versions as RDF</a>");
  }
  html.markup("\n</dl>\n");
}

void write_visits(HtmlWriter& html, const service::SourceDetail& detail) {
  if (detail.visits.empty()) return;
  html.markup(
      "<section>\n<h2>Visits</h2>\n<table>\n<tr class=\"head\"><th class=\"t\">");
  html.markup("when<th>outcome<th class=\"c\">status<th class=\"c\">took");
  html.markup("<th class=\"c\">bytes<th class=\"c\">new</tr>\n");
  for (const store::VisitRow& visit : detail.visits) {
    html.markup("<tr><td>").moment(visit.started, detail.now);
    html.markup("<td class=\"m\"><span class=\"tag");
    if (is_failure(visit.outcome)) html.markup(" bad");
    html.markup("\">").text(to_string(visit.outcome)).markup("</span>");
    if (visit.kind == model::VisitKind::kArticlePage) {
      write_page_of(html, detail, visit.article);
    }
    html.markup("<td class=\"n\" data-l=\"status\">");
    if (visit.http_status != 0) html.number(visit.http_status);
    html.markup("<td class=\"n\" data-l=\"took\">").count(visit.took.count());
    html.markup(" ms<td class=\"n\" data-l=\"bytes\">");
    html.count(std::int64_t(visit.wire_bytes));
    html.markup("<td class=\"n\" data-l=\"new\">");
    if (visit.kinds) {
      html.text("version");
    } else {
      html.count(visit.new_entries);
    }
    html.markup("</tr>\n");
    write_remark(html, 6, visit.error.empty() ? visit.note : visit.error);
  }
  html.markup("</table>\n</section>\n");
}

// Each leads to the page that shows it.
void write_versions(HtmlWriter& html, const service::SourceDetail& detail) {
  const std::vector<model::Version>& versions = detail.versions;
  if (versions.empty()) return;
  html.markup("<section>\n<h2>Versions</h2>\n<table>\n<tr class=\"head\">");
  html.markup("<th>what changed<th class=\"t\">seen<th class=\"c\">bytes</tr>\n");
  for (const model::Version& version : versions) {
    html.markup("<tr><td><a class=\"title\" href=\"");
    html.text(memento_address("", version.seen, version.url)).markup("\">");
    html.text(title_text(version.summary.empty() ? "a version" : version.summary));
    html.markup("</a>");
    if (version.is_error) html.markup(" <span class=\"tag bad\">error page</span>");
    if (version.is_no_change) html.markup(" <span class=\"tag\">no change</span>");
    html.markup("<td class=\"n\" data-l=\"seen\">").moment(version.seen, detail.now);
    html.markup("<td class=\"n\" data-l=\"bytes\">");
    html.count(std::int64_t(version.bytes)).markup("</tr>\n");
  }
  html.markup("</table>\n<p class=\"more\"><a href=\"/timemap/json/");
  html.text(versions.front().url).markup("\">All as a TimeMap</a></p>\n</section>\n");
}

void write_articles(HtmlWriter& html, const service::SourceDetail& detail) {
  html.markup("<section>\n<h2>Articles</h2>\n");
  if (detail.articles.empty()) {
    html.markup("<p class=\"quiet\">None yet.</p>\n</section>\n");
    return;
  }
  html.markup("<table>\n<tr class=\"head\"><th>article<th class=\"s\">author");
  html.markup("<th class=\"t\">found<th class=\"t\">after publication</tr>\n");
  for (const store::ArticleRow& article : detail.articles) {
    html.markup("<tr><td>");
    write_article(html, article);
    html.markup("<td class=\"m\">").text(article.author);
    html.markup("<td class=\"n\" data-l=\"found\">").moment(article.found, detail.now);
    html.markup("<td class=\"n\" data-l=\"after\">");
    if (article.published && *article.published <= article.found) {
      html.text(to_human(article.found - *article.published));
    }
    html.markup("</tr>\n");
    write_remark(html, 4, article.page_error);
  }
  html.markup("</table>\n</section>\n");
}

}  // namespace

std::string source_page(const service::SourceDetail& detail) {
  const model::Source& source = detail.source.source;
  const std::string title = title_text(
      source.title.empty() ? model::masked_address(source.url) : source.title);
  HtmlWriter html;
  begin_page(html, title + " · Curlew", Reload::kOften);
  html.markup("<h1>").text(title);
  write_state(html, source.state, service::problem_of(detail.source).has_value());
  html.markup("</h1>\n");
  write_facts(html, detail);
  write_phases(html, detail.phases, detail.now);
  write_versions(html, detail);
  write_articles(html, detail);
  write_lateness(html, detail.lateness);
  write_visits(html, detail);
  return end_page(std::move(html));
}

}  // namespace curlew::api
