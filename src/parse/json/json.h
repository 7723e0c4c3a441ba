// JSON (RFC 8259) → model::Json. Strict. Of a member that stands twice in an object,
// the last one counts. Pure; callable from any thread.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/json.h"

namespace curlew::parse {

Result<model::Json> parse_json(std::string_view bytes, int max_depth = 256);

// The one text of a value that all programs agree on (RFC 8785): members sorted,
// numbers as JavaScript writes them.
std::string to_canonical_json(const model::Json& value);

// A number as JavaScript writes it: "1e+21", "0.000001", "5".
std::string to_javascript_number(double value);

}  // namespace curlew::parse
