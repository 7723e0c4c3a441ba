#include "sim/web/representation.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/fingerprint.h"
#include "http/date.h"

namespace curlew::sim {
namespace {

std::string_view without_weakness(std::string_view tag) {
  return tag.starts_with("W/") ? tag.substr(2) : tag;
}

// Is `etag` among the tags of an If-None-Match field? Our tags hold no comma.
bool names_tag(std::string_view field, std::string_view etag) {
  while (!field.empty()) {
    const std::size_t comma = std::min(field.find(','), field.size());
    const std::string_view tag = trimmed(field.substr(0, comma));
    if (tag == "*" || without_weakness(tag) == without_weakness(etag)) return true;
    field.remove_prefix(std::min(comma + 1, field.size()));
  }
  return false;
}

bool is_known(const http::ServerRequest& request, std::string_view etag,
              std::optional<Time> last_modified) {
  // If-None-Match wins over If-Modified-Since (RFC 9110 §13.2.2).
  if (const auto tags = http::find_header(request.headers, "If-None-Match")) {
    return !etag.empty() && names_tag(*tags, etag);
  }
  const auto since = http::find_header(request.headers, "If-Modified-Since");
  if (!since || !last_modified) return false;
  const std::optional<Time> known = http::parse_http_date(*since);
  return known && *known >= *last_modified;
}

}  // namespace

http::ServerResponse answer_conditionally(const http::ServerRequest& request,
                                          const Representation& document, Time now) {
  const bool has_etag = document.validation == Validation::kEtagAndDate ||
                        document.validation == Validation::kEtagOnly;
  const bool has_date = document.validation == Validation::kEtagAndDate ||
                        document.validation == Validation::kDateOnly;
  http::ServerResponse response;
  response.headers = {{"Date", http::to_http_date(now)}};
  std::string etag;
  if (has_etag) {
    etag = fmt::format("\"{:016x}\"", short_fingerprint_of(document.body));
    response.headers.emplace_back("ETag", etag);
  }
  std::optional<Time> modified;
  if (has_date) {
    modified = document.last_modified;
    response.headers.emplace_back("Last-Modified", http::to_http_date(*modified));
  }
  if (document.max_age.count() > 0) {
    response.headers.emplace_back("Cache-Control",
                                  fmt::format("max-age={}", document.max_age.count()));
  }
  if (is_known(request, etag, modified)) {
    response.status = 304;
    return response;
  }
  response.headers.emplace_back("Content-Type", document.content_type);
  response.body = document.body;
  return response;
}

http::ServerResponse answer_briefly(int status, std::string_view words, Time now) {
  return {status,
          {{"Date", http::to_http_date(now)},
           {"Content-Type", "text/plain; charset=utf-8"}},
          std::string(words) + "\n"};
}

http::ServerResponse redirect_to(int status, std::string_view location, Time now) {
  http::ServerResponse response =
      answer_briefly(status, "The document is elsewhere.", now);
  response.headers.emplace_back("Location", location);
  return response;
}

}  // namespace curlew::sim
