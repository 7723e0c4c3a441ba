// Any bytes: reading a table ends, all rows are as wide as it, and it is the same as
// itself.
// seeds: src/parse/testdata/csv

#include "base/check.h"
#include "detect/data/data_change.h"
#include "parse/csv/csv.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto table = curlew::parse::parse_csv(bytes);
  if (!table.ok()) return 0;
  for (const auto& row : table->rows) CHECK(row.size() == table->columns.size());
  const auto change = curlew::detect::compare_tables(*table, *table);
  CHECK(change.verdict == curlew::detect::DataVerdict::kSame);
  return 0;
}
