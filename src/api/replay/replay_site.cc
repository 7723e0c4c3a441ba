#include "api/replay/replay_site.h"

#include <fmt/format.h>

#include <utility>

#include "api/archived_address.h"
#include "api/host.h"
#include "api/memento_links.h"
#include "api/replay/replay_address.h"
#include "api/replay/replay_css.h"
#include "api/replay/replay_html.h"
#include "api/replay/shown_type.h"
#include "base/plain_text.h"
#include "http/date.h"
#include "parse/charset.h"

namespace curlew::api {
namespace {

using http::Access;
using http::Call;
using http::Problem;

// The origin is a sandbox without any name, so that it is nobody's in particular, and
// pictures of a page are not of its own origin: hence `used_by`.
constexpr Form kReplay{{.content_security = "", .used_by = "cross-origin"},
                       http::ProblemForm::kText};

constexpr std::string_view kPattern = "/{token}/{time}/{url*}";

// The same for a forged address and an expired one.
Problem refused() {
  return {403, "This address is no longer valid",
          "Open the version once more on the page that led here."};
}

std::string_view type_of(const archive::Content& content) {
  return http::find_header(content.headers, "Content-Type").value_or("");
}

class ReplaySite {
 public:
  ReplaySite(ReplaySiteOptions options, const Clock& clock)
      : options_(std::move(options)), clock_(clock), router_(router_options()) {
    router_.add({.pattern = std::string(kPattern),
                 .access = Access::kPublic,
                 .policy = kReplay.policy,
                 .problems = kReplay.problems,
                 .handler = pool_.handler(
                     0, std::string(kPattern),
                     [this](const Call& call, store::Store& store) {
                       return show(call, store);
                     },
                     nullptr)});
  }

  const http::Router& router() const { return router_; }

 private:
  http::RouterOptions router_options() const {
    http::RouterOptions options;
    options.serves_host = [address = options_.address](std::string_view host) {
      return is_allowed_host(host, address);
    };
    options.elsewhere = [](std::string_view) { return http::ProblemForm::kText; };
    return options;
  }

  Result<Answer> show(const Call& call, store::Store& store) const {
    const auto key = options_.key();
    if (!key.ok()) return Answer(refused());
    const auto url = archived_address(call.request, 2);
    const auto address = url ? parse_replay_address(call.values["token"],
                                                    call.values["time"], *url, *key)
                             : std::nullopt;
    if (!address || address->expires < clock_.now()) return Answer(refused());
    TRY_ASSIGN(const auto version, store.versions().at(address->url, address->time));
    if (!version) return Answer(Problem{404, "No version of it is kept", ""});
    const auto content = options_.read_version(version->place);
    if (!content.ok()) {
      return Answer(own_trouble(call, "It cannot be read", content.error()));
    }
    return to_answer(call, *address, *version, *content, *key);
  }

  Answer to_answer(const Call& call, const ReplayAddress& address,
                   const model::Version& version, const archive::Content& content,
                   const SealingKey& key) const {
    const Showing showing = showing_of(type_of(content));
    const bool is_part = showing == Showing::kStyle || showing == Showing::kMedia;
    if (address.purpose == ReplayAddress::Purpose::kPart && !is_part) {
      return Problem{404, "Not a picture, a font or a style sheet", ""};
    }
    const ReplayTargets targets = targets_of(call, address, version, key);
    Body body = to_body(showing, content, targets);
    body.headers.emplace_back("Content-Security-Policy", content_security());
    body.headers.emplace_back("Memento-Datetime", http::to_http_date(version.seen));
    body.headers.emplace_back("Link",
                              fmt::format("<{}>; rel=\"original\"", version.url));
    return body;
  }

  static Body to_body(Showing showing, const archive::Content& content,
                      const ReplayTargets& targets) {
    switch (showing) {
      case Showing::kPage:
        return {replay_html(content.body, type_of(content), content.url, targets),
                "text/html; charset=utf-8"};
      case Showing::kStyle: {
        const auto base = url::parse_url(content.url);
        return {base.ok() ? replay_css(content.body, *base, targets) : std::string(),
                "text/css; charset=utf-8"};
      }
      case Showing::kMedia: {
        // SVG runs nothing as a picture, and nothing in the sandbox.
        const bool is_svg = type_of(content).find("svg") != std::string_view::npos;
        return {content.body,
                is_svg ? "image/svg+xml" : passive_type(type_of(content))};
      }
      case Showing::kText:
        return {parse::to_utf8(content.body,
                               {parse::charset_of_content_type(type_of(content)), ""})
                    .text,
                "text/plain; charset=utf-8"};
      case Showing::kFile:
        break;
    }
    return {content.body, kUnknownType, {{"Content-Disposition", "attachment"}}};
  }

  // `address`, `call` and `key` outlive them.
  ReplayTargets targets_of(const Call& call, const ReplayAddress& address,
                           const model::Version& version, const SealingKey& key) const {
    const std::string pages =
        neighbour(http::find_header(call.request.headers, "Host").value_or(""),
                  options_.web_port);
    return {
        .link = [pages, seen = version.seen](
                    std::string_view url) { return memento_address(pages, seen, url); },
        .part =
            [&key, &address, seen = version.seen](std::string_view url) {
              return to_path({.purpose = ReplayAddress::Purpose::kPart,
                              .expires = address.expires,
                              .time = seen,
                              .url = std::string(url)},
                             key);
            }};
  }

  // Nothing runs, nothing is asked for but pictures, fonts and styles of this origin,
  // no form is sent; only our own pages show it in a frame, and a click leads out of
  // it.
  std::string content_security() const {
    return fmt::format(
        "default-src 'none'; img-src 'self' data:; font-src 'self' data:; "
        "style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors http://*:{}; sandbox allow-top-navigation-by-user-activation",
        options_.web_port);
  }

  const ReplaySiteOptions options_;
  const Clock& clock_;
  http::Router router_;
  // Last: it uses the above.
  PagePool pool_{options_.open_store};
};

}  // namespace

std::shared_ptr<const http::Router> make_replay_site(ReplaySiteOptions options,
                                                     const Clock& clock) {
  auto site = std::make_shared<ReplaySite>(std::move(options), clock);
  return {site, &site->router()};  // The site lasts as long as its router.
}

}  // namespace curlew::api
