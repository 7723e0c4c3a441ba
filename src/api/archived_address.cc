#include "api/archived_address.h"

#include <string_view>

#include "base/web_address.h"
#include "http/request_target.h"
#include "url/url.h"

namespace curlew::api {

std::optional<std::string> archived_address(const http::ServerRequest& request,
                                            std::size_t parts) {
  std::string_view rest = request.target;
  for (std::size_t i = 0; i <= parts; ++i) {
    const std::size_t slash = rest.find('/');
    if (slash == rest.npos) return std::nullopt;
    rest.remove_prefix(slash + 1);
  }
  std::string decoded;
  if (!is_web_address(rest)) {
    decoded = http::percent_decoded(rest, http::PlusSign::kIsPlus);
    rest = decoded;
  }
  if (!is_web_address(rest)) return std::nullopt;
  const auto url = url::parse_url(rest);
  if (!url.ok()) return std::nullopt;
  return std::string(url->without_fragment());
}

}  // namespace curlew::api
