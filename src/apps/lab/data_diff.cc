#include <fmt/format.h>

#include <boost/json.hpp>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/output/data_change.h"
#include "apps/whole_file.h"
#include "detect/data/data_change.h"
#include "parse/data.h"

namespace curlew::apps {
namespace {

using detect::DataChange;

Result<parse::Data> read_document(const std::string& path, const std::string& base) {
  TRY_ASSIGN(const std::string bytes, read_whole_file(path));
  parse::RdfOptions options;
  options.base = base;
  auto data = parse::read_data(bytes, parse::media_type_of_file(path), options);
  if (!data) return std::move(data).error().within(path);
  return data;
}

DataChange compare_documents(const parse::Data& before, const parse::Data& after,
                             const detect::DataCompareOptions& options) {
  if (const auto* const graph = std::get_if<rdf::Dataset>(&before))
    return compare_graphs(*graph, std::get<rdf::Dataset>(after), options);
  if (const auto* const table = std::get_if<model::Table>(&before))
    return compare_tables(*table, std::get<model::Table>(after), options);
  return compare_trees(std::get<model::Json>(before), std::get<model::Json>(after),
                       options);
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
  const DataChange change = compare_documents(before, after, comparing);
  if (options.json) {
    print_row(data_object(change), out);
  } else {
    fmt::print(out, "{}", data_lines(change));
  }
  return {};
}

}  // namespace curlew::apps
