// JSON that others send us, as a value.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace curlew::api {

struct JsonMember;

struct JsonValue {
  using Array = std::vector<JsonValue>;
  // In the order in which they came.
  using Object = std::vector<JsonMember>;
  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>
      is;
};

struct JsonMember {
  std::string name;
  JsonValue value;
};

// RFC 8259. kMalformed, with what is wrong; kLimit: deeper than anything that is asked
// for.
Result<JsonValue> parse_json(std::string_view text);

// As JSON again, on one line and cut short, to be named in an error.
std::string shown_json(const JsonValue& value);

}  // namespace curlew::api
