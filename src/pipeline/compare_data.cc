#include "pipeline/compare_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>

#include "base/markup_escape.h"
#include "base/utf8.h"
#include "pipeline/keep_version.h"
#include "rdf/dataset.h"

namespace curlew::pipeline {
namespace {

// Of a triple, a row or a value: a cell may hold a book.
constexpr std::size_t kLongestLine = 500;

// By the places of parse::Data.
constexpr std::array<std::string_view, 3> kNames = {"graph", "table", "tree"};

void append_line(std::string& html, std::string_view tag, std::string_view line) {
  html += fmt::format("<{}>", tag);
  append_escaped_markup(html, utf8_prefix(line, kLongestLine));
  if (line.size() > kLongestLine) html += "…";
  html += fmt::format("</{}>", tag);
}

void append_rest(std::string& html, std::size_t shown, std::size_t all) {
  if (shown < all) html += fmt::format("<li>and {} more</li>\n", all - shown);
}

void append_list(std::string& html, std::string_view tag,
                 const std::vector<std::string>& lines, std::size_t count) {
  const std::size_t shown = std::min(lines.size(), kMostParts);
  for (std::size_t i = 0; i < shown; ++i) {
    html += tag == "del" ? "<li>− " : "<li>+ ";
    append_line(html, tag, lines[i]);
    html += "</li>\n";
  }
  append_rest(html, shown, count);
}

}  // namespace

detect::DataChange compare_data(const parse::Data& before, const parse::Data& after,
                                const detect::DataCompareOptions& options) {
  if (before.index() != after.index()) {
    detect::DataChange change{.verdict = detect::DataVerdict::kDifferent};
    change.remarks.push_back(fmt::format("a {} in place of a {}", kNames[after.index()],
                                         kNames[before.index()]));
    return change;
  }
  if (const auto* const graph = std::get_if<rdf::Dataset>(&before)) {
    return detect::compare_graphs(*graph, std::get<rdf::Dataset>(after), options);
  }
  if (const auto* const table = std::get_if<model::Table>(&before)) {
    return detect::compare_tables(*table, std::get<model::Table>(after), options);
  }
  return detect::compare_trees(std::get<model::Json>(before),
                               std::get<model::Json>(after), options);
}

std::string to_html(const detect::DataChange& change) {
  std::string html = fmt::format("<p>{}</p>\n<ul>\n", escaped_markup(change.summary()));
  append_list(html, "del", change.removed, change.removed_count);
  append_list(html, "ins", change.added, change.added_count);
  const std::size_t shown = std::min(change.edited.size(), kMostParts);
  for (std::size_t i = 0; i < shown; ++i) {
    const detect::DataChange::Edit& edit = change.edited[i];
    html += "<li>";
    append_escaped_markup(html, utf8_prefix(edit.where, kLongestLine));
    html += ": ";
    append_line(html, "del", edit.before);
    html += " → ";
    append_line(html, "ins", edit.after);
    html += "</li>\n";
  }
  append_rest(html, shown, change.edited_count);
  return html + "</ul>\n";
}

}  // namespace curlew::pipeline
