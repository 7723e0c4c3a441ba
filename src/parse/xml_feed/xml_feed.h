// RSS 0.90 to 2.0, RSS 1.0 and 1.1 (RDF), Atom 0.3 and 1.0, CDF.

#pragma once

#include <string_view>

#include "base/result.h"
#include "parse/allowance.h"
#include "parse/feed.h"

namespace curlew::parse {

// `text` is UTF-8.
Result<Feed> parse_xml_feed(std::string_view text, const FeedContext& context,
                            const FeedLimits& limits, Allowance& allowance);

}  // namespace curlew::parse
