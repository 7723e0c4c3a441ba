// The lists of an entry as JSON, which both databases can look into; nullopt (NULL) for
// the empty list, the usual case.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/entry.h"

namespace curlew::store {

// ["Politics", "Europe"]
std::optional<std::string> categories_json(const std::vector<std::string>& categories);
// [{"url": "https://…/a.mp3", "type": "audio/mpeg", "length": 1234}]
std::optional<std::string> enclosures_json(
    const std::vector<model::Enclosure>& enclosures);
// Reads them back; none where that is something else.
std::vector<model::Enclosure> parse_enclosures(std::string_view json);

}  // namespace curlew::store
