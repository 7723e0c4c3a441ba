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
std::string address_of(std::string_view folder, std::size_t page) {
  std::string address = "/sources";
  if (!folder.empty()) address += "?folder=" + percent_encoded(folder);
  if (page > 1) address += fmt::format("{}page={}", folder.empty() ? "?" : "&", page);
  return address;
}

void write_step(HtmlWriter& html, const SourceList& list, std::size_t page,
                std::string_view label) {
  if (page < 1 || page > list.pages) return;
  html.markup("<a href=\"").text(address_of(list.folder, page)).markup("\">");
  html.text(label).markup("</a> ");
}

void write_pager(HtmlWriter& html, const SourceList& list) {
  if (list.pages == 1) return;
  html.markup("<nav class=\"pager\" aria-label=\"Pages\">");
  write_step(html, list, list.page - 1, "← before");
  html.markup("<span class=\"quiet\">page ").count(std::int64_t(list.page));
  html.markup(" of ").count(std::int64_t(list.pages)).markup("</span> ");
  write_step(html, list, list.page + 1, "next →");
  html.markup("</nav>\n");
}

void write_folders(HtmlWriter& html, const SourceList& list) {
  const bool is_filed = list.folders.size() > 1 ||
                        (list.folders.size() == 1 && !list.folders[0].name.empty());
  if (!is_filed) return;
  html.markup("<nav class=\"folders\" aria-label=\"Folders\">");
  html.markup("<a href=\"/sources\">All</a> ");
  for (const store::FolderRow& folder :
       std::span(list.folders).first(std::min(list.folders.size(), kMostFolders))) {
    if (folder.name.empty()) continue;
    html.markup("<a href=\"").text(address_of(folder.name, 1)).markup("\">");
    html.text(folder.name).markup("</a> <span class=\"quiet\">");
    html.count(folder.sources).markup("</span> ");
  }
  html.markup("</nav>\n");
}

void write_row(HtmlWriter& html, const SourceList::Row& row, Time now) {
  const auto& [source, schedule] = row.source;
  html.markup("<tr><td>");
  write_source(html, source.id.value, source.title, source.url);
  if (source.state != model::SourceState::kActive) {
    html.markup(" <span class=\"tag");
    if (source.state == model::SourceState::kFailing) html.markup(" bad");
    html.markup("\">").text(to_string(source.state)).markup("</span>");
  }
  html.markup("<td class=\"n\" data-l=\"news\">");
  if (schedule.last_new) html.moment(*schedule.last_new, now);
  html.markup("<td class=\"n\" data-l=\"found after\">");
  if (row.lateness) html.text(to_human(row.lateness->median));
  html.markup("<td class=\"n\" data-l=\"due\">");
  if (is_visited(source.state)) html.moment(schedule.next_due, now);
  html.markup("</tr>\n");
  if (const auto problem = problem_of(row.source)) {
    write_remark(html, 4, problem->reason);
    write_remark(html, 4, problem->cure);
  }
}

void write_head(HtmlWriter& html, std::string_view folder) {
  html.markup("<section>\n<h2>").text(folder.empty() ? "Not filed" : folder);
  html.markup("</h2>\n<table>\n<tr class=\"head\"><th>source<th class=\"t\">last news");
  html.markup("<th class=\"t\">half found after<th class=\"t\">next visit</tr>\n");
}

}  // namespace

std::string sources_page(const SourceList& list) {
  HtmlWriter html;
  begin_page(html, "Sources · Curlew", Reload::kNever);
  html.markup("<h1>").text(list.folder.empty() ? "Sources" : list.folder);
  html.markup(" <span class=\"quiet\">").count(std::int64_t(list.total));
  html.markup("</span></h1>\n");
  write_folders(html, list);
  if (list.rows.empty()) {
    html.markup(
        "<p class=\"quiet\">None here. Add a feed: <code>curlew add URL</code>");
    html.markup("</p>\n");
  }
  const std::string* folder = nullptr;
  for (const SourceList::Row& row : list.rows) {
    const std::string& own = row.source.source.folder;
    if (!folder || *folder != own) {
      if (folder) html.markup("</table>\n</section>\n");
      write_head(html, own);
      folder = &own;
    }
    write_row(html, row, list.now);
  }
  if (folder) html.markup("</table>\n</section>\n");
  write_pager(html, list);
  return end_page(std::move(html));
}

}  // namespace curlew::api
