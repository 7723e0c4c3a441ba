#include "parse/feed.h"

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

}  // namespace curlew::parse
