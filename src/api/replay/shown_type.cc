#include "api/replay/shown_type.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace curlew::api {
namespace {

// Pictures without SVG, fonts, and data.
constexpr auto kPassive =
    std::to_array<std::string_view>({"application/json",
                                     "application/ld+json",
                                     "application/n-quads",
                                     "application/n-triples",
                                     "application/sparql-results+json",
                                     "application/trig",
                                     "font/otf",
                                     "font/ttf",
                                     "font/woff",
                                     "font/woff2",
                                     "image/avif",
                                     "image/bmp",
                                     "image/gif",
                                     "image/jpeg",
                                     "image/png",
                                     "image/vnd.microsoft.icon",
                                     "image/webp",
                                     "image/x-icon",
                                     "text/csv",
                                     "text/n3",
                                     "text/plain",
                                     "text/tab-separated-values",
                                     "text/turtle"});

std::string plain_type(std::string_view content_type) {
  return to_ascii_lower(trimmed(content_type.substr(0, content_type.find(';'))));
}

}  // namespace

Showing showing_of(std::string_view content_type) {
  const std::string type = plain_type(content_type);
  if (type == "text/html" || type == "application/xhtml+xml") return Showing::kPage;
  if (type == "text/css") return Showing::kStyle;
  if (type.starts_with("image/") || type.starts_with("font/")) return Showing::kMedia;
  const bool is_text = type.starts_with("text/") || type.ends_with("json") ||
                       type.ends_with("xml") || type == "application/n-triples" ||
                       type == "application/n-quads" || type == "application/trig";
  return is_text ? Showing::kText : Showing::kFile;
}

std::string_view passive_type(std::string_view content_type) {
  const auto found = std::ranges::find(kPassive, plain_type(content_type));
  return found == kPassive.end() ? kUnknownType : *found;
}

}  // namespace curlew::api
