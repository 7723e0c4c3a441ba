#include "sim/web/feed_writer.h"

#include <fmt/format.h>

#include "sim/web/markup.h"

namespace curlew::sim {
namespace {

std::string_view media_type(Dialect dialect) {
  switch (dialect) {
    case Dialect::kAtom10:
    case Dialect::kAtom03:
      return "application/atom+xml";
    case Dialect::kRss10:
      return "application/rdf+xml";
    case Dialect::kJsonFeed:
      return "application/feed+json";
    default:
      return "application/rss+xml";
  }
}

std::string write_dialect(const Site& site, std::string_view origin,
                          std::span<const Story> stories) {
  switch (site.dialect) {
    case Dialect::kRss20:
      return write_rss20(site, origin, stories);
    case Dialect::kRss091:
      return write_rss091(site, origin, stories);
    case Dialect::kRss10:
      return write_rss10(site, origin, stories);
    case Dialect::kAtom10:
      return write_atom10(site, origin, stories);
    case Dialect::kAtom03:
      return write_atom03(site, origin, stories);
    case Dialect::kJsonFeed:
      return write_json_feed(site, origin, stories);
  }
  return "";
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

FeedDocument write_feed(const Site& site, std::string_view origin,
                        std::span<const Story> stories) {
  std::string body = write_dialect(site, origin, stories);
  if (site.has(kBareMarkup)) {
    replace_all(body, "&amp;", "&");
    replace_all(body, "</managingEditor>", "");
  }
  if (site.has(kLeadingSpace)) body.insert(0, "\r\n \n");
  return {fmt::format("{}; charset={}", media_type(site.dialect),
                      charset_name(site.charset)),
          encoded(body, site.charset)};
}

}  // namespace curlew::sim
