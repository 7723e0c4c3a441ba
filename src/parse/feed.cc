#include "parse/feed.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "parse/allowance.h"
#include "parse/charset.h"
#include "parse/json_feed/json_feed.h"
#include "parse/xml_feed/xml_feed.h"

namespace curlew::parse {

std::string_view to_string(FeedKind kind) {
  switch (kind) {
    case FeedKind::kRss:
      return "rss";
    case FeedKind::kRdf:
      return "rdf";
    case FeedKind::kAtom:
      return "atom";
    case FeedKind::kJsonFeed:
      return "json";
  }
  return "";
}

Result<Feed> parse_feed(std::string_view bytes, const FeedContext& context,
                        const FeedLimits& limits) {
  if (bytes.size() > limits.size) {
    return Error{ErrorKind::kLimit, fmt::format("feed of {} bytes; at most {} are read",
                                                bytes.size(), limits.size)};
  }
  const Utf8Text utf8 = to_utf8(bytes, {charset_of_content_type(context.content_type),
                                        declared_xml_encoding(bytes)});
  const std::string_view text = trimmed(utf8.text);
  if (text.empty()) return Error{ErrorKind::kMalformed, "empty"};
  Allowance allowance(bytes.size(), text.size());
  if (text.starts_with('{')) return parse_json_feed(text, context, limits, allowance);
  return parse_xml_feed(text, context, limits, allowance);
}

}  // namespace curlew::parse
