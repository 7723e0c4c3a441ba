#include "apps/output/data_change.h"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "base/markup_escape.h"
#include "detect/diff/view.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;
using detect::DataChange;
using detect::DataVerdict;

std::string_view unit_name(detect::DataUnit unit) {
  switch (unit) {
    case detect::DataUnit::kTriples:
      return "triples";
    case detect::DataUnit::kRows:
      return "rows";
    case detect::DataUnit::kPaths:
      return "paths";
  }
  return "";
}

void add_block(detect::PageBlocks& side, std::string_view text) {
  detect::Block block;
  block.begin = std::uint32_t(side.text.size());
  block.size = std::uint32_t(text.size());
  block.heading = std::uint32_t(side.blocks.size());
  block.hash = detect::hash_of(text);
  side.blocks.push_back(block);
  side.text += text;
}

}  // namespace

std::string data_lines(const DataChange& change) {
  std::string lines = change.summary() + "\n";
  for (const std::string& line : change.removed) lines += fmt::format("- {}\n", line);
  for (const std::string& line : change.added) lines += fmt::format("+ {}\n", line);
  for (const DataChange::Edit& edit : change.edited) {
    lines += fmt::format("~ {}: {} -> {}\n", edit.where, edit.before, edit.after);
  }
  return lines;
}

json::object data_object(const DataChange& change) {
  json::object row;
  row["same"] = change.verdict == DataVerdict::kUndecided
                    ? json::value()
                    : json::value(change.verdict == DataVerdict::kSame);
  row["unit"] = unit_name(change.unit);
  row["added_count"] = change.added_count;
  row["removed_count"] = change.removed_count;
  row["changed_count"] = change.edited_count;
  row["added"] = json::value_from(change.added);
  row["removed"] = json::value_from(change.removed);
  json::array edits;
  for (const DataChange::Edit& edit : change.edited) {
    edits.push_back(json::object{
        {"where", edit.where}, {"before", edit.before}, {"after", edit.after}});
  }
  row["changed"] = std::move(edits);
  row["key"] = json::value_from(change.key);
  row["remarks"] = json::value_from(change.remarks);
  row["summary"] = change.summary();
  return row;
}

namespace {

constexpr std::string_view kTableStyle = R"(
:root { color-scheme: light dark; --gone: #fde2e0; --come: #dcf3e0; --line: #c8c8c8 }
@media (prefers-color-scheme: dark) { :root { --gone: #55201d; --come: #1c4426;
  --line: #555 } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem; overflow-x: auto }
table { border-collapse: collapse }
th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: start;
  vertical-align: top }
del, .removed td { background: var(--gone) } ins, .added td { background: var(--come) }
)";

// One cell of a row that stayed, with what it says in place of what it said.
std::string edited_cell(const std::string& before, const std::string& after) {
  if (before == after) return escaped_markup(after);
  std::string html;
  if (!before.empty()) html += fmt::format("<del>{}</del> ", escaped_markup(before));
  if (!after.empty()) html += fmt::format("<ins>{}</ins>", escaped_markup(after));
  return html;
}

void append_row(const DataChange::RowPair& row, std::string& html) {
  const bool is_added = row.before.empty();
  const bool is_removed = row.after.empty();
  html += fmt::format("<tr class=\"{}\"><th scope=\"row\">{}</th>",
                      is_added     ? "added"
                      : is_removed ? "removed"
                                   : "changed",
                      is_added     ? "+"
                      : is_removed ? "−"
                                   : "~");
  const std::vector<std::string>& cells = is_removed ? row.before : row.after;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    html += "<td>";
    html += is_added || is_removed ? escaped_markup(cells[i])
                                   : edited_cell(row.before[i], row.after[i]);
    html += "</td>";
  }
  html += "</tr>\n";
}

std::string table_page(const DataChange& change, std::string_view title,
                       std::string_view old_name, std::string_view new_name) {
  const std::string heading = escaped_markup(title);
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'\">\n"
      "<title>{0}</title>\n<style>{1}</style></head>\n<body><h1>{0}</h1>\n"
      "<p>{2} → {3}: {4}</p>\n<table><thead><tr><td></td>",
      heading, kTableStyle, escaped_markup(old_name), escaped_markup(new_name),
      escaped_markup(change.summary()));
  for (const std::string& name : change.columns) {
    html += fmt::format("<th scope=\"col\">{}</th>", escaped_markup(name));
  }
  html += "</tr></thead><tbody>\n";
  for (const DataChange::RowPair& row : change.rows) append_row(row, html);
  html += "</tbody></table>\n";
  const std::size_t all =
      change.added_count + change.removed_count + change.edited_count;
  if (change.rows.size() < all) {
    html += fmt::format("<p>and {} more</p>\n", all - change.rows.size());
  }
  return html + "</body></html>\n";
}

}  // namespace

std::string data_page(const DataChange& change, std::string_view title,
                      std::string_view old_name, std::string_view new_name) {
  if (!change.rows.empty()) return table_page(change, title, old_name, new_name);
  detect::PageBlocks old;
  detect::PageBlocks now;
  for (const DataChange::Edit& edit : change.edited) {
    add_block(old, fmt::format("{}: {}", edit.where, edit.before));
    add_block(now, fmt::format("{}: {}", edit.where, edit.after));
  }
  for (const std::string& line : change.removed) add_block(old, line);
  for (const std::string& line : change.added) add_block(now, line);
  const std::string heading = fmt::format("{}: {}", title, change.summary());
  return detect::PageView(
             old, now, {.old_name = old_name, .new_name = new_name, .title = heading})
      .to_html();
}

}  // namespace curlew::apps
