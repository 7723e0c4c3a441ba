// Request headers of a source as one text: "Name: value" lines.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/request_settings.h"

namespace curlew::store {

using Headers = std::vector<std::pair<std::string, model::SealedText>>;

std::string to_lines(const Headers& headers);
// Lines without a colon are left out.
Headers parse_lines(std::string_view lines);

}  // namespace curlew::store
