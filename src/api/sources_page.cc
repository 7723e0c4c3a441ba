#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "api/page_frame.h"
#include "api/pages.h"
#include "base/ascii.h"

namespace curlew::api {
namespace {

// More folders than this are found by going through the pages.
constexpr std::size_t kMostFolders = 200;

// RFC 3986 §2.3: all but what may stand as it is.
std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_plain = is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' ||
                          c == '.' || c == '_' || c == '~' || c == '/';
    out += is_plain ? std::string(1, c) : fmt::format("%{:02X}", std::uint8_t(c));
  }
  return out;
}

// The address of a part of the list.
std::string address_of(const service::SourceChoice& choice, std::size_t page) {
  std::string query;
  switch (choice.which) {
    case service::WhichSources::kAll:
      break;
    case service::WhichSources::kFolder:
      query = "?folder=" + percent_encoded(choice.folder);
      break;
    case service::WhichSources::kNotFiled:
      query = "?show=unfiled";
      break;
    case service::WhichSources::kProblems:
      query = "?show=problems";
      break;
  }
  if (page > 1) query += fmt::format("{}page={}", query.empty() ? "?" : "&", page);
  return "/sources" + query;
}

std::string name_of(const service::SourceChoice& choice) {
  switch (choice.which) {
    case service::WhichSources::kAll:
      return "Sources";
    case service::WhichSources::kFolder:
      return choice.folder;
    case service::WhichSources::kNotFiled:
      return "Not filed";
    case service::WhichSources::kProblems:
      return "Problems";
  }
  return {};
}

void write_step(HtmlWriter& html, const service::SourceList& list, std::size_t page,
                std::string_view label) {
  if (page < 1 || page > list.pages) return;
  html.markup("<a href=\"").text(address_of(list.choice, page)).markup("\">");
  html.text(label).markup("</a> ");
}

void write_pager(HtmlWriter& html, const service::SourceList& list) {
  if (list.pages == 1) return;
  html.markup("<nav class=\"pager\" aria-label=\"Pages\">");
  write_step(html, list, list.page - 1, "← before");
  html.markup("<span class=\"quiet\">page ").count(std::int64_t(list.page));
  html.markup(" of ").count(std::int64_t(list.pages)).markup("</span> ");
  write_step(html, list, list.page + 1, "next →");
  html.markup("</nav>\n");
}

// What can be listed, as a row of buttons; the one that is listed is marked.
class ChoiceWriter {
 public:
  ChoiceWriter(HtmlWriter& html, const service::SourceList& list)
      : html_(html), list_(list) {}

  void write(const service::SourceChoice& choice, std::string_view label,
             std::int64_t sources) {
    const bool is_shown =
        choice.which == list_.choice.which && choice.folder == list_.choice.folder;
    html_.markup("<a");
    if (is_shown) html_.markup(" aria-current=\"page\"");
    html_.markup(" href=\"").text(address_of(choice, 1)).markup("\">");
    html_.text(label).markup(" <span class=\"quiet\">").count(sources);
    html_.markup("</span></a>\n");
  }

 private:
  HtmlWriter& html_;
  const service::SourceList& list_;
};

void write_choices(HtmlWriter& html, const service::SourceList& list) {
  const bool is_filed = list.folders.size() > 1 ||
                        (list.folders.size() == 1 && !list.folders[0].name.empty());
  if (!is_filed && list.problems == 0) return;
  std::int64_t all = 0;
  for (const auto& [name, sources] : list.folders) {
    if (name.find('/') == name.npos) all += sources;
  }
  html.markup("<nav class=\"choices\" aria-label=\"Folders\">\n");
  ChoiceWriter writer(html, list);
  writer.write({service::WhichSources::kAll, ""}, "All", all);
  if (list.problems > 0) {
    writer.write({service::WhichSources::kProblems, ""}, "Problems", list.problems);
  }
  const std::size_t shown = std::min(list.folders.size(), kMostFolders);
  for (const auto& [name, sources] : std::span(list.folders).first(shown)) {
    if (!name.empty()) {
      writer.write({service::WhichSources::kFolder, name}, title_text(name), sources);
    } else if (is_filed) {
      writer.write({service::WhichSources::kNotFiled, ""}, "Not filed", sources);
    }
  }
  html.markup("</nav>\n");
}

void write_row(HtmlWriter& html, const service::SourceList::Row& row, Time now) {
  const auto& [source, schedule] = row.source;
  html.markup("<tr><td>");
  write_source(html, source.id.value, source.title, source.url);
  const auto problem = service::problem_of(row.source);
  if (problem || source.state != model::SourceState::kActive) {
    write_state(html, source.state, problem.has_value());
  }
  html.markup("<td class=\"n\" data-l=\"news\">");
  if (schedule.last_new) html.moment(*schedule.last_new, now);
  html.markup("<td class=\"n\" data-l=\"found after\">");
  if (row.lateness) html.text(to_human(row.lateness->median));
  html.markup("<td class=\"n\" data-l=\"visit\">");
  if (is_visited(source.state) && has_visits(source.kind))
    html.due(schedule.next_due, now);
  html.markup("</tr>\n");
  if (problem) write_problem(html, 4, *problem);
}

void begin_table(HtmlWriter& html, std::string_view heading) {
  html.markup("<section>\n");
  if (!heading.empty()) {
    html.markup("<h2>").text(title_text(heading)).markup("</h2>\n");
  }
  html.markup("<table>\n<tr class=\"head\"><th>source<th class=\"t\">last news");
  html.markup("<th class=\"t\">half found after<th class=\"t\">next visit</tr>\n");
}

}  // namespace

std::string sources_page(const service::SourceList& list) {
  HtmlWriter html;
  const std::string name = title_text(name_of(list.choice));
  begin_page(html, name + " · Curlew", Reload::kNever);
  html.markup("<h1>").text(name).markup(" <span class=\"quiet\">");
  html.count(std::int64_t(list.total)).markup("</span></h1>\n");
  write_choices(html, list);
  if (list.rows.empty()) {
    const bool is_problems = list.choice.which == service::WhichSources::kProblems;
    html.markup("<p class=\"quiet\">None here. ");
    if (!is_problems) html.markup("Add a feed: <code>curlew add URL</code>");
    html.markup("</p>\n");
  }
  // A table for each folder; those with problems are in the order of their titles.
  const bool by_folder = list.choice.which != service::WhichSources::kProblems;
  const std::string* folder = nullptr;
  for (const service::SourceList::Row& row : list.rows) {
    const std::string& own = row.source.source.folder;
    if (!folder || (by_folder && *folder != own)) {
      if (folder) html.markup("</table>\n</section>\n");
      const std::string_view filed = own.empty() ? "Not filed" : std::string_view(own);
      begin_table(html, by_folder ? filed : "");
      folder = &own;
    }
    write_row(html, row, list.now);
  }
  if (folder) html.markup("</table>\n</section>\n");
  write_pager(html, list);
  return end_page(std::move(html));
}

}  // namespace curlew::api
