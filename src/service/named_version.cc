#include "service/named_version.h"

#include "pipeline/to_capture.h"
#include "service/source_address.h"
#include "service/versions.h"

namespace curlew::service {

NamedVersion parse_named_version(std::string_view typed, Time now) {
  const std::size_t at = typed.rfind('@');
  if (at == typed.npos || at == 0) return {std::string(typed), {}};
  const auto moment = parse_moment("@", typed.substr(at + 1), now);
  if (!moment.ok()) return {std::string(typed), {}};
  return {std::string(typed.substr(0, at)), *moment};
}

Result<NamedVersion> find_named_version(store::Store& store, std::string_view typed,
                                        Time now, Viewer viewer) {
  NamedVersion named = parse_named_version(typed, now);
  if (!named.moment) {
    const std::size_t at = typed.rfind('@');
    const bool is_mistyped = at != typed.npos && at > 0 &&
                             !find_document(store, typed, viewer).ok() &&
                             find_document(store, typed.substr(0, at), viewer).ok();
    if (!is_mistyped) return named;
    return parse_moment("@", typed.substr(at + 1), now).error();
  }
  const auto address = parse_source_address(typed);
  if (!address.ok()) return named;
  const auto document = find_document(store, address->url, viewer);
  if (document.ok() && document->url == pipeline::document_url(address->url)) {
    return NamedVersion{std::string(typed), {}};
  }
  if (!document.ok() && document.error().kind != ErrorKind::kNotFound) {
    return document.error();
  }
  return named;
}

}  // namespace curlew::service
