#include <fmt/format.h>

#include <map>

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/lab/rdf_cases.h"
#include "apps/whole_file.h"
#include "parse/data.h"
#include "rdf/canonical.h"

namespace curlew::apps {
namespace {

Result<void> print_canonical(const LabRdfOptions& options, std::FILE* out) {
  TRY_ASSIGN(const std::string bytes, read_whole_file(options.file));
  parse::RdfOptions reading;
  reading.base = options.base;
  const parse::DataFormat format =
      parse::data_format_of(parse::media_type_of_file(options.file), bytes);
  if (format.kind != parse::DataKind::kGraph)
    return Error{ErrorKind::kUsage, options.file + ": not a syntax of RDF"};
  auto dataset = parse::parse_rdf(bytes, format.syntax, reading);
  if (!dataset) return std::move(dataset).error().within(options.file);
  rdf::WorkLimit limit;
  auto form = rdf::canonical_form(dataset->terms(), dataset->quads(), limit);
  if (!form) return std::move(form).error().within(options.file);
  fmt::print(out, "{}", form->text());
  return {};
}

Result<void> run_suites(const std::string& folder, std::FILE* out) {
  struct Count {
    int right = 0, all = 0;
  };
  std::map<std::string, Count> counts;
  const auto judge = [&](const boost::json::object& row) {
    boost::json::object judged = judge_rdf_case(folder, row);
    Count& count = counts[text_of(judged, "suite")];
    count.right += judged["ok"].as_bool() ? 1 : 0;
    ++count.all;
    return judged;
  };
  TRY(run_cases(folder + "/cases.jsonl", out, judge));
  for (const auto& [suite, count] : counts)
    fmt::print(stderr, "{}: {} of {} right\n", suite, count.right, count.all);
  return {};
}

}  // namespace

Result<void> lab_rdf(const LabRdfOptions& options, std::FILE* out) {
  if (!options.file.empty()) TRY(print_canonical(options, out));
  return options.batch.empty() ? Result<void>() : run_suites(options.batch, out);
}

}  // namespace curlew::apps
