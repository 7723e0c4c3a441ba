#include "apps/commands/source_address.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "model/mask.h"
#include "url/code_points.h"
#include "url/url.h"

namespace curlew::apps {
namespace {

Error wrong_address(std::string_view text, std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: {}", model::masked_address(text), why)};
}

}  // namespace

Result<SourceAddress> parse_source_address(std::string_view text) {
  const std::string_view typed = trimmed(text);
  if (typed.empty()) return wrong_address("''", "an address is needed");
  const bool has_scheme = typed.find("://") != typed.npos;
  const auto parsed = url::parse_url(has_scheme ? std::string(typed)
                                                : fmt::format("https://{}", typed));
  if (!parsed) return wrong_address(typed, "not an address");
  if (!parsed->is_http()) {
    return wrong_address(typed, "only http and https can be watched");
  }
  // A word is mistyped more often than it is the name of a machine.
  const std::string_view host = parsed->host();
  const bool is_word = !has_scheme && host.find_first_of(".:") == host.npos &&
                       host != "localhost" && typed.find(':') == typed.npos;
  if (is_word) {
    return wrong_address(typed,
                         "not an address: it has no dot; if it is a host of "
                         "yours, type http:// before it");
  }
  SourceAddress address;
  address.url = url::origin(*parsed).append(parsed->path_and_query());
  if (parsed->has_credentials()) {
    address.basic_credentials =
        fmt::format("{}:{}", url::percent_decoded(parsed->username()),
                    url::percent_decoded(parsed->password()));
  }
  return address;
}

}  // namespace curlew::apps
