#include "archive/redirected.h"

#include <algorithm>
#include <string>

#include "url/url.h"

namespace curlew::archive {
namespace {

// Between the first hop and the last answer.
constexpr auto kAlong = std::chrono::minutes(1);

bool leads_elsewhere(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 ||
         status == 308;
}

std::optional<std::string> target_of(const Content& redirect) {
  const auto location = http::find_header(redirect.headers, "Location");
  const auto base = url::parse_url(redirect.url);
  if (!location || !base.ok()) return std::nullopt;
  const auto target = url::parse_url(*location, &*base);
  if (!target.ok()) return std::nullopt;
  return std::string(target->without_fragment());
}

}  // namespace

Result<std::optional<Version>> redirected(const Archive& archive,
                                          const Version& version) {
  if (!leads_elsewhere(version.status)) return std::optional<Version>();
  const auto content = archive.read(version.location);
  // One that is damaged leads nowhere.
  if (!content.ok()) return std::optional<Version>();
  const auto target = target_of(*content);
  if (!target) return std::optional<Version>();
  TRY_ASSIGN(const auto near,
             archive.versions(*target, version.time - kAlong, version.time + kAlong));
  // The index has one key for http and https: a redirect may have that of its target.
  std::optional<Version> found;
  for (const Version& each : near) {
    if (each.url != *target || each.location == version.location) continue;
    const auto distance = [&](const Version& v) {
      return v.time < version.time ? version.time - v.time : v.time - version.time;
    };
    if (!found || distance(each) < distance(*found)) found = each;
  }
  return found;
}

}  // namespace curlew::archive
