#include "url/url.h"

#include <fmt/format.h>

#include "url/parser.h"
#include "url/plain_http.h"
#include "url/writer.h"

namespace curlew::url {
namespace {

Error too_long(std::string_view address) {
  return {ErrorKind::kLimit, fmt::format("url: {} bytes long; at most {} are read",
                                         address.size(), kMaxUrlLength)};
}

}  // namespace

std::string_view Url::password() const {
  return username_end_ < credentials_end_ ? between(username_end_ + 1, credentials_end_)
                                          : std::string_view();
}

std::optional<std::uint16_t> Url::port() const {
  return has_port_ ? std::optional(port_) : std::nullopt;
}

std::string_view Url::query() const {
  return has_query() ? between(path_end_ + 1, query_end_) : std::string_view();
}

Result<Url> parse_url(std::string_view input, const Url* base) {
  if (input.size() > kMaxUrlLength) return too_long(input);
  auto plain = parse_plain_http(input, base);
  Result<Url> url = plain ? Result<Url>(*std::move(plain)) : parse_any_url(input, base);
  if (url.ok() && url->href().size() > kMaxUrlLength) return too_long(url->href());
  return url;
}

std::optional<std::string> resolve(std::string_view input, std::string_view base) {
  const Result<Url> parsed_base = parse_url(base);
  if (!parsed_base) return std::nullopt;
  const Result<Url> url = parse_url(input, &*parsed_base);
  if (!url) return std::nullopt;
  return std::string(url->href());
}

std::string origin(const Url& url) {
  if (!is_special_scheme(url.scheme()) || url.scheme() == "file") return "null";
  if (!url.port()) return fmt::format("{}://{}", url.scheme(), url.host());
  return fmt::format("{}://{}:{}", url.scheme(), url.host(), *url.port());
}

}  // namespace curlew::url
