#include <algorithm>
#include <span>

#include "api/page_frame.h"
#include "api/pages.h"
#include "api/topic_phases.h"

namespace curlew::api {
namespace {

enum class Mood { kPlain, kGood, kBad };

// Those at the top; all of them are on a page of their own.
constexpr std::size_t kMostProblems = 5;

void begin_tile(HtmlWriter& html, std::string_view label, std::int64_t count,
                Mood mood) {
  html.markup("<div class=\"tile");
  if (count > 0 && mood == Mood::kBad) html.markup(" bad");
  if (count > 0 && mood == Mood::kGood) html.markup(" good");
  html.markup("\"><b>").count(count).markup("</b><span>").text(label);
  html.markup("</span>");
}

void write_tile(HtmlWriter& html, std::string_view label, std::int64_t count,
                Mood mood = Mood::kPlain) {
  begin_tile(html, label, count, mood);
  html.markup("</div>\n");
}

// With those that are not visited in the same tile, so that the number of tiles is
// always that which fills the rows.
void write_sources_tile(HtmlWriter& html, const store::StatusCounts& counts) {
  begin_tile(html, "sources", counts.sources, Mood::kPlain);
  const auto note = [&html](std::int64_t count, std::string_view state) {
    if (count == 0) return;
    html.markup("<span>").count(count).markup(" ").text(state).markup("</span>");
  };
  note(counts.paused, "paused");
  note(counts.gone, "gone");
  note(counts.stopped, "stopped");
  html.markup("</div>\n");
}

void write_tiles(HtmlWriter& html, const store::StatusCounts& counts) {
  html.markup("<section class=\"tiles\">\n");
  write_sources_tile(html, counts);
  write_tile(html, "due", counts.due);
  write_tile(html, "late", counts.late, Mood::kBad);
  write_tile(html, "problems", counts.problems, Mood::kBad);
  write_tile(html, "failing", counts.failing, Mood::kBad);
  write_tile(html, "articles", counts.articles);
  write_tile(html, "pages to fetch", counts.pages_wanted);
  write_tile(html, "visits, last hour", counts.visits_last_hour);
  write_tile(html, "new, last hour", counts.new_last_hour, Mood::kGood);
  html.markup("</section>\n");
}

// Reports that the database would not take.
void write_set_aside(HtmlWriter& html, const store::StatusCounts& counts) {
  if (counts.set_aside == 0) return;
  html.markup("<section>\n<h2>Not stored</h2>\n<p>").count(counts.set_aside);
  html.markup(" of the reports could not be stored and are set aside; the last one: ");
  html.text(counts.set_aside_reason).markup("</p>\n</section>\n");
}

void write_source(HtmlWriter& html, const model::Source& source) {
  api::write_source(html, source.id.value, source.title, source.url);
}

void write_problems(HtmlWriter& html, const service::StatusSnapshot& snapshot) {
  if (snapshot.problems.empty()) return;
  html.markup("<section>\n<h2>Problems</h2>\n<table>\n<tr class=\"head\"><th>source");
  html.markup("<th class=\"t\">failed in a row<th class=\"t\">next try</tr>\n");
  const std::size_t shown = std::min(snapshot.problems.size(), kMostProblems);
  for (const store::WatchedSource& watched :
       std::span(snapshot.problems).first(shown)) {
    const auto& [source, schedule] = watched;
    const auto problem = service::problem_of(watched);
    if (!problem) continue;
    html.markup("<tr><td>");
    write_source(html, source);
    html.markup("<td class=\"n\" data-l=\"failed in a row\">");
    // A visit that went well may have found nothing of use.
    if (schedule.failures > 0) html.count(schedule.failures);
    html.markup("<td class=\"n\" data-l=\"next try\">");
    if (is_visited(source.state)) html.due(schedule.next_due, snapshot.now);
    html.markup("</tr>\n");
    write_problem(html, 3, *problem);
  }
  html.markup("</table>\n");
  const std::int64_t all =
      std::max(snapshot.counts.problems, std::int64_t(snapshot.problems.size()));
  if (all > std::int64_t(shown)) {
    html.markup("<p class=\"more\"><a href=\"/sources?show=problems\">All ");
    html.count(all).markup(" problems →</a></p>\n");
  }
  html.markup("</section>\n");
}

void write_queue(HtmlWriter& html, const std::vector<store::WatchedSource>& sources,
                 const service::StatusSnapshot& snapshot) {
  html.markup("<table>\n<tr class=\"head\"><th>source<th class=\"t\">due</tr>\n");
  for (const store::WatchedSource& watched : sources) {
    html.markup("<tr><td>");
    write_source(html, watched.source);
    html.markup("<td class=\"n");
    if (service::overdue(watched, snapshot.now) > snapshot.late_after)
      html.markup(" bad");
    html.markup("\" data-l=\"due\">").moment(watched.schedule.next_due, snapshot.now);
    html.markup("</tr>\n");
  }
  html.markup("</table>\n");
}

void write_queues(HtmlWriter& html, const service::StatusSnapshot& snapshot) {
  html.markup("<div class=\"columns\">\n<section>\n<h2>Due</h2>\n");
  if (snapshot.due.empty()) {
    html.markup("<p class=\"quiet\">Nothing waits.</p>\n");
  } else {
    write_queue(html, snapshot.due, snapshot);
  }
  html.markup("</section>\n<section>\n<h2>Next visits</h2>\n");
  if (snapshot.coming.empty()) {
    html.markup("<p class=\"quiet\">None planned.</p>\n");
  } else {
    write_queue(html, snapshot.coming, snapshot);
  }
  html.markup("</section>\n</div>\n");
}

void write_latest(HtmlWriter& html, const service::StatusSnapshot& snapshot) {
  html.markup("<section>\n<h2>Latest articles</h2>\n");
  if (snapshot.latest.empty()) {
    html.markup("<p class=\"quiet\">None yet. Add a feed: <code>curlew add URL</code>");
    html.markup("</p>\n</section>\n");
    return;
  }
  html.markup("<table>\n<tr class=\"head\"><th>article<th class=\"s\">source");
  html.markup("<th class=\"t\">found<th class=\"t\">after publication</tr>\n");
  for (const store::ArticleRow& article : snapshot.latest) {
    html.markup("<tr><td>");
    write_article(html, article);
    html.markup("<td class=\"m\">");
    api::write_source(html, article.source.value, article.source_title,
                      "#" + std::to_string(article.source.value));
    html.markup("<td class=\"n\" data-l=\"found\">")
        .moment(article.found, snapshot.now);
    html.markup("<td class=\"n\" data-l=\"after\">");
    if (article.published && *article.published <= article.found) {
      html.text(to_human(article.found - *article.published));
    }
    html.markup("</tr>\n");
  }
  html.markup("</table>\n</section>\n");
}

}  // namespace

std::string status_page(const service::StatusSnapshot& snapshot) {
  HtmlWriter html;
  begin_page(html, "Curlew", Reload::kOften);
  write_tiles(html, snapshot.counts);
  write_set_aside(html, snapshot.counts);
  write_problems(html, snapshot);
  write_topics(html, snapshot.topics);
  write_latest(html, snapshot);
  write_lateness(html, snapshot.lateness);
  write_queues(html, snapshot);
  return end_page(std::move(html));
}

}  // namespace curlew::api
