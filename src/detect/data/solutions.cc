#include "detect/data/solutions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fingerprint.h"
#include "rdf/difference.h"
#include "rdf/term.h"

namespace curlew::detect {
namespace {

using model::Table;
using Row = std::vector<std::string>;

bool has_blank(const Row& row) {
  return std::ranges::any_of(row, [](const auto& cell) { return rdf::is_blank(cell); });
}

// The places of the columns in the order of their names.
std::vector<std::size_t> by_name(const Table& table) {
  std::vector<std::size_t> places(table.columns.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  std::ranges::sort(places, {}, [&](std::size_t i) { return table.columns[i]; });
  return places;
}

// A row as one of its blank nodes sees it: itself "_:a", the others "_:z" (the hash of
// first degree of RDFC-1.0).
std::uint64_t row_seen_by(const Table& table, const std::vector<std::size_t>& places,
                          const Row& row, std::string_view node) {
  std::string text;
  for (const std::size_t i : places) {
    text.append(table.columns[i]).append("\x1F");
    text.append(!rdf::is_blank(row[i]) ? row[i] : row[i] == node ? "_:a" : "_:z");
    text.append("\x1F");
  }
  return short_fingerprint_of(text);
}

// The table with names of blank nodes that depend on the rows they stand in alone.
Table renamed(const Table& table) {
  const std::vector<std::size_t> places = by_name(table);
  std::unordered_map<std::string_view, std::vector<std::uint64_t>> views;
  for (const Row& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_first = std::find(row.begin(), row.begin() + std::ptrdiff_t(i),
                                      row[i]) == row.begin() + std::ptrdiff_t(i);
      if (!rdf::is_blank(row[i]) || !is_first) continue;
      views[row[i]].push_back(row_seen_by(table, places, row, row[i]));
    }
  }
  std::unordered_map<std::string_view, std::string> names;
  for (auto& [node, seen] : views) {
    std::ranges::sort(seen);
    std::string text;
    for (const std::uint64_t view : seen) text += fmt::format("{:016x}", view);
    names[node] = fmt::format("_:n{:08x}", std::uint32_t(short_fingerprint_of(text)));
  }
  Table named = table;
  for (std::size_t r = 0; r < named.rows.size(); ++r) {
    for (std::size_t i = 0; i < named.rows[r].size(); ++i) {
      const std::string& cell = table.rows[r][i];
      if (rdf::is_blank(cell)) named.rows[r][i] = names[cell];
    }
  }
  return named;
}

// The rows with blank nodes as a graph: a node for each row, which has its cells.
rdf::Dataset to_graph(const Table& table) {
  rdf::Dataset graph;
  rdf::TermTable& terms = graph.terms();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const Row& row = table.rows[r];
    if (!has_blank(row)) continue;
    const rdf::TermId node = terms.intern(rdf::blank_text(fmt::format("row{}", r)));
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].empty()) continue;
      graph.add({.subject = node,
                 .predicate = terms.intern(rdf::iri_text("column:" + table.columns[i])),
                 .object = terms.intern(row[i])});
    }
  }
  return graph;
}

}  // namespace

DataChange compare_solutions(const Table& before, const Table& after,
                             const DataCompareOptions& options,
                             const CompareRows& compare_rows) {
  const bool is_plain = std::ranges::none_of(before.rows, has_blank) &&
                        std::ranges::none_of(after.rows, has_blank);
  if (is_plain) return compare_rows(before, after);
  DataChange change = compare_rows(renamed(before), renamed(after));
  if (change.verdict != DataVerdict::kSame) return change;
  const rdf::Difference found =
      rdf::difference(to_graph(before), to_graph(after), options.work);
  if (found.sameness == rdf::Sameness::kUndecided) {
    change.verdict = DataVerdict::kUndecided;
  } else if (found.sameness == rdf::Sameness::kDifferent) {
    change.verdict = DataVerdict::kDifferent;
    change.remarks.emplace_back("blank nodes of its rows are other ones");
  }
  return change;
}

}  // namespace curlew::detect
