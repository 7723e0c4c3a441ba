#include "fetch/bot_wall.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "base/ascii.h"
#include "base/bytes.h"

namespace curlew::fetch {
namespace {

// Challenge pages are small, and their marks stand in the head.
constexpr Bytes kScanned = 32_KiB;
// A wall that answers 200 shows a page with nothing but itself on it. Pages behind the
// same products carry their scripts too, and are larger.
constexpr Bytes kLargestWallWith200 = 16_KiB;

// A response header that only a challenge has. Empty value: any.
struct HeaderMark {
  std::string_view name;
  std::string_view value;
  std::string_view wall;
};
constexpr std::array kHeaderMarks{
    HeaderMark{"cf-mitigated", "challenge", "Cloudflare"},
    HeaderMark{"x-vercel-mitigated", "challenge", "Vercel"},
    HeaderMark{"x-vercel-mitigated", "deny", "Vercel"},
    HeaderMark{"x-amzn-waf-action", "", "AWS WAF"},
    HeaderMark{"x-sucuri-block", "", "Sucuri"},
    HeaderMark{"x-dd-b", "", "DataDome"},
    HeaderMark{"x-kpsdk-ct", "", "Kasada"},
};

// Words in the body of a page that was refused us.
struct BodyMark {
  std::string_view text;
  std::string_view wall;
};
constexpr std::array kRefusalMarks{
    BodyMark{"/cdn-cgi/challenge-platform/", "Cloudflare"},
    BodyMark{"cf-chl-", "Cloudflare"},
    BodyMark{"Attention Required! | Cloudflare", "Cloudflare"},
    BodyMark{"captcha-delivery.com", "DataDome"},
    BodyMark{"px-captcha", "PerimeterX"},
    BodyMark{"_pxAppId", "PerimeterX"},
    BodyMark{"errors.edgesuite.net", "Akamai"},
    BodyMark{"sec-if-cpt-container", "Akamai"},
    BodyMark{"Sucuri WebSite Firewall", "Sucuri"},
    BodyMark{"sucuri.net/privacy", "Sucuri"},
    BodyMark{"_Incapsula_Resource", "Imperva"},
    BodyMark{"Incapsula incident ID", "Imperva"},
    BodyMark{"check.ddos-guard.net", "DDoS-Guard"},
    BodyMark{"anubis_challenge", "Anubis"},
    BodyMark{"awswaf.com", "AWS WAF"},
};

// Words in the body of a wall that claims success.
constexpr std::array kSuccessMarks{
    BodyMark{"anubis_challenge", "Anubis"},
    BodyMark{"Incapsula incident ID", "Imperva"},
    BodyMark{"sucuri_cloudproxy_js", "Sucuri"},
    BodyMark{"sec-if-cpt-container", "Akamai"},
    BodyMark{"captcha-delivery.com", "DataDome"},
};

std::optional<std::string_view> find_in_headers(const http::Headers& headers) {
  for (const HeaderMark& mark : kHeaderMarks) {
    const auto value = http::find_header(headers, mark.name);
    if (!value) continue;
    if (mark.value.empty() || equals_ignoring_case(*value, mark.value))
      return mark.wall;
  }
  return std::nullopt;
}

template <std::size_t N>
std::optional<std::string_view> find_in_body(std::string_view body,
                                             const std::array<BodyMark, N>& marks) {
  body = body.substr(0, kScanned);
  for (const BodyMark& mark : marks) {
    // string_view::find() stops at every first letter, and these are common ones:
    // memmem() takes a tenth of its time.
    if (memmem(body.data(), body.size(), mark.text.data(), mark.text.size())) {
      return mark.wall;
    }
  }
  return std::nullopt;
}

bool is_html(const http::Headers& headers) {
  const auto type = http::find_header(headers, "content-type");
  return type && starts_with_ignoring_case(trimmed(*type), "text/html");
}

// The statuses that walls answer with; a 404 or a 502 is what it says.
bool is_refusal(int status) {
  constexpr std::array kStatuses{401, 403, 405, 406, 428, 429, 503};
  return std::find(kStatuses.begin(), kStatuses.end(), status) != kStatuses.end();
}

}  // namespace

std::optional<std::string_view> bot_wall_of(const http::Response& response) {
  const bool refused = is_refusal(response.status);
  if (refused || response.status == 202) {
    if (const auto wall = find_in_headers(response.headers)) return wall;
  }
  if (!is_html(response.headers)) return std::nullopt;
  if (refused) return find_in_body(response.body, kRefusalMarks);
  if (response.status >= 300) return std::nullopt;
  if (response.body.size() > kLargestWallWith200) return std::nullopt;
  return find_in_body(response.body, kSuccessMarks);
}

}  // namespace curlew::fetch
