// Any bytes: reading solutions of a query ends, and they are never different from
// themselves.

#include "base/check.h"
#include "detect/data/data_change.h"
#include "parse/json/json.h"
#include "parse/sparql/results.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto json = curlew::parse::parse_json(bytes);
  if (!json.ok() || !curlew::parse::is_sparql_results(*json)) return 0;
  const auto table = curlew::parse::to_table(*json);
  if (!table.ok()) return 0;
  const auto change =
      curlew::detect::compare_tables(*table, *table, {.work = {10'000}});
  CHECK(change.verdict != curlew::detect::DataVerdict::kDifferent);
  return 0;
}
