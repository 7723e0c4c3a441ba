#include "url/url.h"

#include "apps/lab/cases.h"
#include "apps/lab/lab.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;

json::object failure(std::string_view input, const json::value& base) {
  return {{"input", input}, {"base", base}, {"failure", true}};
}

// `base` is a string, or null for none.
json::object read_url(std::string_view input, const json::value& base) {
  url::Url base_url;
  if (base.is_string()) {
    Result<url::Url> parsed = url::parse_url(std::string_view(base.get_string()));
    if (!parsed) return failure(input, base);
    base_url = *std::move(parsed);
  }
  const Result<url::Url> parsed =
      url::parse_url(input, base.is_string() ? &base_url : nullptr);
  if (!parsed) return failure(input, base);
  return {{"input", input}, {"base", base}, {"href", parsed->href()}};
}

}  // namespace

Result<void> lab_url(const LabUrlOptions& options, std::FILE* out) {
  const json::value base =
      options.base.empty() ? json::value() : json::value(options.base);
  for (const std::string& input : options.inputs) print_row(read_url(input, base), out);
  if (options.batch.empty()) return {};
  return run_cases(options.batch, out, [](const json::object& row) {
    const json::value* const row_base = row.if_contains("base");
    return read_url(text_of(row, "input"), row_base ? *row_base : json::value());
  });
}

}  // namespace curlew::apps
