#include "detect/data/data_change.h"

#include <fmt/format.h>

#include <algorithm>

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

std::optional<model::DataCounts> DataChange::counts() const {
  if (verdict != DataVerdict::kDifferent) return std::nullopt;
  if (added_count + removed_count + edited_count == 0) return std::nullopt;
  return model::DataCounts{added_count, removed_count, edited_count};
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
