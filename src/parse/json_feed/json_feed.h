// JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/).

#pragma once

#include <string_view>

#include "base/result.h"
#include "parse/allowance.h"
#include "parse/feed.h"

namespace curlew::parse {

// `text` is UTF-8. Of a document that is cut or broken the items before the fault are
// kept.
Result<Feed> parse_json_feed(std::string_view text, const FeedContext& context,
                             const FeedLimits& limits, Allowance& allowance);

}  // namespace curlew::parse
