#include <fmt/format.h>

#include <boost/json.hpp>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/whole_file.h"
#include "detect/data/data_change.h"
#include "parse/data.h"
#include "pipeline/compare_data.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;
using detect::DataChange;
using detect::DataVerdict;

Result<parse::Data> read_document(const std::string& path, const std::string& base) {
  TRY_ASSIGN(const std::string bytes, read_whole_file(path));
  parse::RdfOptions options;
  options.base = base;
  auto data = parse::read_data(bytes, parse::media_type_of_file(path), options);
  if (!data) return std::move(data).error().within(path);
  return data;
}

void print_change(const DataChange& change, std::FILE* out) {
  fmt::print(out, "{}\n", change.summary());
  for (const std::string& line : change.removed) fmt::print(out, "- {}\n", line);
  for (const std::string& line : change.added) fmt::print(out, "+ {}\n", line);
  for (const DataChange::Edit& edit : change.edited)
    fmt::print(out, "~ {}: {} -> {}\n", edit.where, edit.before, edit.after);
}

std::string_view unit_name(detect::DataUnit unit) {
  switch (unit) {
    case detect::DataUnit::kTriples:
      return "triples";
    case detect::DataUnit::kRows:
      return "rows";
    default:
      return "paths";
  }
}

json::object to_row(const DataChange& change) {
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
  for (const DataChange::Edit& edit : change.edited)
    edits.push_back(json::object{
        {"where", edit.where}, {"before", edit.before}, {"after", edit.after}});
  row["changed"] = std::move(edits);
  row["key"] = json::value_from(change.key);
  row["remarks"] = json::value_from(change.remarks);
  row["summary"] = change.summary();
  return row;
}

}  // namespace

Result<void> lab_data_diff(const LabDataDiffOptions& options, std::FILE* out) {
  TRY_ASSIGN(const parse::Data before, read_document(options.before, options.base));
  TRY_ASSIGN(const parse::Data after, read_document(options.after, options.base));
  if (before.index() != after.index())
    return Error{
        ErrorKind::kUsage,
        fmt::format("{} and {} are not of one kind: a graph, a table or a tree",
                    options.before, options.after)};
  detect::DataCompareOptions comparing;
  comparing.key = options.key;
  const DataChange change = pipeline::compare_data(before, after, comparing);
  if (options.json) {
    print_row(to_row(change), out);
  } else {
    print_change(change, out);
  }
  return {};
}

}  // namespace curlew::apps
