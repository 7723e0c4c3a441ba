#include <fmt/format.h>

#include <boost/json.hpp>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/output/data_change.h"
#include "apps/whole_file.h"
#include "detect/data/data_change.h"
#include "parse/data.h"
#include "pipeline/compare_data.h"

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
    print_row(data_object(change), out);
  } else {
    fmt::print(out, "{}", data_lines(change));
  }
  return {};
}

}  // namespace curlew::apps
