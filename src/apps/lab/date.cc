#include "parse/date.h"

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"

namespace curlew::apps {
namespace {

boost::json::object read_date(std::string_view input) {
  const std::optional<Time> time = parse::parse_date(input);
  boost::json::value iso;
  if (time) iso = exact_time(*time);
  return {{"input", input}, {"iso", iso}};
}

}  // namespace

Result<void> lab_date(const LabDateOptions& options, std::FILE* out) {
  for (const std::string& input : options.inputs) print_row(read_date(input), out);
  if (options.batch.empty()) return {};
  return run_cases(options.batch, out, [](const boost::json::object& row) {
    return read_date(text_of(row, "input"));
  });
}

}  // namespace curlew::apps
