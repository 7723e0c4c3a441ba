#include "detect/data/data_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace curlew::detect {
namespace {

// "1 triple", "3 triples"
std::string counted(std::size_t count, DataUnit unit) {
  const std::string_view name = unit == DataUnit::kTriples ? "triple"
                                : unit == DataUnit::kRows  ? "row"
                                                           : "path";
  return fmt::format("{} {}{}", count, name, count == 1 ? "" : "s");
}

}  // namespace

std::string DataChange::summary() const {
  if (verdict == DataVerdict::kSame) return "the same data";
  if (verdict == DataVerdict::kUndecided)
    return "undecided: the blank nodes are too entangled to compare";
  std::string text;
  const auto say = [&](std::size_t count, std::string_view what) {
    if (count == 0) return;
    text += text.empty() ? counted(count, unit) : fmt::format(", {}", count);
    text.append(" ").append(what);
  };
  say(added_count, "added");
  say(removed_count, "removed");
  say(edited_count, "changed");
  for (const std::string& remark : remarks)
    text.append(text.empty() ? "" : "; ").append(remark);
  return text.empty() ? "other data" : text;
}

std::optional<DataCounts> parse_counts(std::string_view summary) {
  summary = summary.substr(0, summary.find(';'));
  DataCounts counts;
  bool is_counted = false;
  while (!summary.empty()) {
    const std::size_t end = std::min(summary.find(", "), summary.size());
    const std::string_view part = summary.substr(0, end);
    summary.remove_prefix(std::min(end + 2, summary.size()));
    std::size_t number = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), number);
    if (read.ec != std::errc()) return std::nullopt;
    std::size_t* const count = part.ends_with(" added")     ? &counts.added
                               : part.ends_with(" removed") ? &counts.removed
                               : part.ends_with(" changed") ? &counts.edited
                                                            : nullptr;
    if (!count) return std::nullopt;
    *count = number;
    is_counted = true;
  }
  return is_counted ? std::optional(counts) : std::nullopt;
}

DataChange compare_graphs(const rdf::Dataset& before, const rdf::Dataset& after,
                          const DataCompareOptions& options) {
  DataChange change{.unit = DataUnit::kTriples};
  const rdf::Difference found = rdf::difference(before, after, options.work);
  change.verdict = found.sameness == rdf::Sameness::kSame ? DataVerdict::kSame
                   : found.sameness == rdf::Sameness::kDifferent
                       ? DataVerdict::kDifferent
                       : DataVerdict::kUndecided;
  change.added_count = found.added.size();
  change.removed_count = found.removed.size();
  const auto list = [&](const rdf::Dataset& graph, const std::vector<rdf::Quad>& quads,
                        std::vector<std::string>& lines) {
    for (const rdf::Quad& quad : quads) {
      if (lines.size() == options.max_listed) return;
      lines.push_back(rdf::to_nquad(graph.terms(), quad));
    }
  };
  list(after, found.added, change.added);
  list(before, found.removed, change.removed);
  if (found.is_partial && change.verdict == DataVerdict::kDifferent)
    change.remarks.emplace_back("blank nodes are too entangled to compare");
  return change;
}

}  // namespace curlew::detect
