// <item> and <entry>.

#pragma once

#include <optional>

#include "model/entry.h"
#include "parse/xml_feed/document.h"

namespace curlew::parse {

// Reads the current element to its end. Nullopt when the document was cut within it:
// a half entry would look like another one when the whole comes.
std::optional<model::Entry> read_entry(FeedDocument& document);

}  // namespace curlew::parse
