// What a SPARQL endpoint answers to SELECT and ASK (SPARQL 1.1 Query Results JSON
// Format, https://www.w3.org/TR/sparql11-results-json/) → a table whose columns are the
// query's variables. Pure; callable from any thread.

#pragma once

#include "base/result.h"
#include "model/json.h"
#include "model/table.h"

namespace curlew::parse {

// An object with a head, and with bindings or an answer to ASK?
bool is_sparql_results(const model::Json& document);

// The answer to ASK is one row, "true" or "false", of a column "boolean". kMalformed
// where it breaks the format, kLimit beyond `max_cells`.
Result<model::Table> to_table(const model::Json& results,
                              std::size_t max_cells = 20'000'000);

}  // namespace curlew::parse
