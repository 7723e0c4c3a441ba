#include "fetch/hop.h"

#include <string>
#include <string_view>

#include "base/ascii.h"
#include "fetch/conditional.h"
#include "url/code_points.h"

namespace curlew::fetch {
namespace {

void add_unless_given(http::Headers& headers, std::string_view name,
                      std::string_view value) {
  if (value.empty() || http::find_header(headers, name)) return;
  headers.emplace_back(name, value);
}

}  // namespace

Asked how_asked(const FetchRequest& request, const RedirectTrail& trail) {
  const Validators& validators = request.validators;
  if (validators.etag.empty() && validators.last_modified.empty()) {
    return Asked::kPlainly;
  }
  const bool is_theirs = validators.url.empty() ? trail.is_at_start()
                                                : validators.url == trail.here().href();
  return is_theirs ? Asked::kConditionally : Asked::kPlainly;
}

http::Request make_hop(const FetchRequest& request, const RedirectTrail& trail) {
  const model::RequestSettings& settings = request.settings;
  http::Request hop;
  hop.url = trail.here().href();
  hop.limits = request.limits;
  hop.wants_body = request.wants_body;
  hop.wants_picture = request.wants_picture;
  hop.proxy = settings.proxy;  // The way out, whoever is asked.
  if (trail.is_at_home()) {
    hop.headers = settings.headers;
    hop.basic_credentials = settings.basic_credentials;
    if (!settings.bearer_token.empty()) {
      add_unless_given(hop.headers, "Authorization", "Bearer " + settings.bearer_token);
    }
  }
  add_unless_given(hop.headers, "Accept", request.accept);
  if (how_asked(request, trail) == Asked::kConditionally) {
    add_conditions(request.validators, hop.headers);
  }
  return hop;
}

void take_credentials(const url::Url& url, model::RequestSettings& settings) {
  if (!url.has_credentials()) return;
  if (!settings.basic_credentials.empty() || !settings.bearer_token.empty()) return;
  settings.basic_credentials =
      url::percent_decoded(url.username()) + ":" + url::percent_decoded(url.password());
}

}  // namespace curlew::fetch
