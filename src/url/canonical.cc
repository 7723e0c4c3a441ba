#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "url/url.h"

namespace curlew::url {
namespace {

// Parameters that say how a reader came and never what is shown. Each is documented by
// the service that appends it; names that sites also use for content ("ref", "source",
// "id") are not here, since merging two articles is worse than keeping one twice.
constexpr std::array<std::string_view, 30> kTrackingParameters{
    "fbclid",     "gclid",  "gclsrc",    "dclid",       "gbraid",      "wbraid",
    "msclkid",    "yclid",  "ysclid",    "twclid",      "ttclid",      "li_fat_id",
    "igshid",     "mc_cid", "mc_eid",    "mkt_tok",     "_hsenc",      "_hsmi",
    "__hssc",     "__hstc", "__hsfp",    "vero_id",     "_openstat",   "oly_anon_id",
    "oly_enc_id", "xtor",   "at_medium", "at_campaign", "ns_mchannel", "ns_campaign"};

bool is_tracking(std::string_view parameter) {
  const std::string_view name = parameter.substr(0, parameter.find('='));
  return starts_with_ignoring_case(name, "utm_") ||
         std::any_of(kTrackingParameters.begin(), kTrackingParameters.end(),
                     [name](auto known) { return equals_ignoring_case(name, known); });
}

void append_without_tracking(std::string& out, std::string_view query) {
  char separator = '?';
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view parameter = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (parameter.empty() || is_tracking(parameter)) continue;
    out += separator;
    out.append(parameter);
    separator = '&';
  }
}

}  // namespace

std::string canonical_form(const Url& url) {
  if (!url.is_http()) return std::string(url.href());
  std::string out = origin(url);
  out.append(url.path());
  append_without_tracking(out, url.query());
  return out;
}

}  // namespace curlew::url
