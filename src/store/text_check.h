// The last gate before a text column: both drivers refuse what one of the two databases
// could not hold. What comes from outside is mended long before (base/storable_text.h).

#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"

namespace curlew::store {

// kFailed, naming the column, when `value` is not UTF-8 or holds a NUL.
std::optional<Error> objection_to_text(std::string_view sql, int parameter,
                                       std::string_view value);

// Which column a parameter is for, as far as the query's text tells; empty otherwise.
std::string_view column_of(std::string_view sql, int parameter);

}  // namespace curlew::store
