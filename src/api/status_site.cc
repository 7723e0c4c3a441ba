#include "api/status_site.h"

#include <fmt/format.h>

#include <charconv>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include "api/atom.h"
#include "api/json.h"
#include "api/page_thread.h"
#include "api/pages.h"
#include "api/plain_text.h"
#include "base/ascii.h"
#include "base/fingerprint.h"
#include "base/log.h"
#include "http/address_guard.h"
#include "http/router.h"

namespace curlew::api {
namespace {

using http::PathValues;
using http::Responder;
using http::ServerRequest;
using http::ServerResponse;

constexpr std::size_t kMostArticles = 1000;
constexpr std::size_t kDetailRows = 100;
// Requests whose pages are still to be made; a page takes milliseconds.
constexpr std::size_t kMostWaiting = 64;

ServerResponse respond(int status, std::string_view type, std::string body) {
  return {status,
          {{"Content-Type", std::string(type)},
           {"Content-Security-Policy",
            "default-src 'none'; style-src 'self'; base-uri 'none'; "
            "form-action 'none'; frame-ancestors 'none'"},
           {"X-Content-Type-Options", "nosniff"},
           {"Referrer-Policy", "no-referrer"},
           {"Cross-Origin-Resource-Policy", "same-origin"},
           {"Cache-Control", "no-store"}},
          std::move(body)};
}

ServerResponse html(int status, std::string body) {
  return respond(status, "text/html; charset=utf-8", std::move(body));
}

ServerResponse json(const std::string& body) {
  return respond(200, "application/json", body + "\n");
}

ServerResponse plain(int status, std::string body) {
  return respond(status, "text/plain; charset=utf-8", std::move(body));
}

// With a validator of its own, so that a reader who asks often is sent little.
ServerResponse cacheable(const ServerRequest& request, std::string_view type,
                         std::string body) {
  const std::string etag = fmt::format("\"{:016x}\"", short_fingerprint_of(body));
  ServerResponse response = respond(200, type, std::move(body));
  std::erase_if(response.headers,
                [](const auto& header) { return header.first == "Cache-Control"; });
  response.headers.emplace_back("Cache-Control", "no-cache");
  response.headers.emplace_back("ETag", etag);
  // RFC 9110 §13.1.2: a list of validators, of which one may be ours.
  const auto known = http::find_header(request.headers, "If-None-Match").value_or("");
  if (known == "*" || known.find(etag) != known.npos) {
    response.status = 304;
    response.body.clear();
  }
  return response;
}

std::optional<std::int64_t> parse_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && number >= 0 ? std::optional(number) : std::nullopt;
}

class StatusSite {
 public:
  StatusSite(StatusSiteOptions options, const Clock& clock)
      : options_(std::move(options)), clock_(clock) {
    add("/", &StatusSite::status);
    add("/sources", &StatusSite::sources);
    add("/source/{id}", &StatusSite::source);
    add("/sources/{id}/feed.atom", &StatusSite::atom);
    add("/article/{id}", &StatusSite::article);
    add("/article/{id}/article.json", &StatusSite::article_json);
    add("/status.json", &StatusSite::status_json);
    add("/articles.json", &StatusSite::articles_json);
    add("/{path*}", &StatusSite::unknown);  // Last: whatever is not above.
    at_once_.add("GET", "/healthz",
                 [this](const ServerRequest&, const PathValues&,
                        const Responder& respond_with) { respond_with(health()); });
    at_once_.add(
        "GET", "/style.css",
        [](const ServerRequest&, const PathValues&, const Responder& respond_with) {
          respond_with(
              respond(200, "text/css; charset=utf-8", std::string(style_sheet())));
        });
  }

  void operator()(const ServerRequest& request, Responder respond_with) {
    const auto host = http::find_header(request.headers, "Host");
    if (!host || !is_allowed_host(*host, options_.address)) {
      // 421: this server does not speak for that name (RFC 9110 §15.5.20).
      respond_with(plain(421, "This Host is not served here.\n"));
      return;
    }
    if (request.path == "/healthz" || request.path == "/style.css") {
      at_once_(request, std::move(respond_with));
      return;
    }
    const bool is_taken =
        thread_.add([this, request, respond_with] { made_for(request, respond_with); });
    if (is_taken) return;
    ServerResponse busy = plain(503, "Too many pages are asked for at a time.\n");
    busy.headers.emplace_back("Retry-After", "1");
    respond_with(std::move(busy));
  }

 private:
  using Page = Result<ServerResponse> (StatusSite::*)(const ServerRequest&,
                                                      const PathValues&);

  void add(std::string pattern, Page page) {
    router_.add("GET", std::move(pattern),
                [this, page](const ServerRequest& request, const PathValues& values,
                             const Responder& respond_with) {
                  respond_with(answer(page, request, values));
                });
  }

  // On the thread of pages.
  void made_for(const ServerRequest& request, const Responder& respond_with) {
    try {
      router_(request, respond_with);
    } catch (const std::exception& error) {
      log_error("status page: {}: {}", request.path, error.what());
      respond_with(html(500, message_page("Internal error", "The log says more.")));
    }
  }

  // A store that failed is opened anew for the next request: the file may have been
  // replaced or freed meanwhile.
  ServerResponse answer(Page page, const ServerRequest& request,
                        const PathValues& values) {
    Result<ServerResponse> response = (this->*page)(request, values);
    if (response) return *std::move(response);
    store_.reset();
    return html(503,
                message_page("The database does not answer", response.error().text));
  }

  Result<store::CentralStore*> open() {
    if (!store_) {
      TRY_ASSIGN(store_, options_.open_store());
    }
    return store_.get();
  }

  Result<ServerResponse> status(const ServerRequest&, const PathValues&) {
    TRY_ASSIGN(store::CentralStore * store, open());
    TRY_ASSIGN(const StatusSnapshot snapshot,
               take_snapshot(*store, clock_.now(), options_.limits));
    return html(200, status_page(snapshot));
  }

  Result<std::optional<store::WatchedSource>> find_source(const PathValues& values) {
    const auto id = parse_number(values["id"]);
    TRY_ASSIGN(store::CentralStore * store, open());
    if (!id) return std::optional<store::WatchedSource>();
    return store->source_by_id(model::SourceId{*id});
  }

  Result<std::optional<ArticleDetail>> find_article(const PathValues& values) {
    const auto id = parse_number(values["id"]);
    TRY_ASSIGN(store::CentralStore * store, open());
    if (!id) return std::optional<ArticleDetail>();
    TRY_ASSIGN(auto found, store->article_by_id(model::ArticleId{*id}));
    if (!found) return std::optional<ArticleDetail>();
    TRY_ASSIGN(auto detail, take_detail(*store, *std::move(found), clock_.now()));
    return std::optional(std::move(detail));
  }

  Result<ServerResponse> sources(const ServerRequest& request, const PathValues&) {
    const auto page = parse_number(request.parameter("page").value_or("1"));
    if (!page) {
      return html(400, message_page("No such page of the list",
                                    "Its number, page=, is not a number."));
    }
    TRY_ASSIGN(store::CentralStore * store, open());
    TRY_ASSIGN(
        const SourceList list,
        take_source_list(*store, choice_of(request), std::size_t(*page), clock_.now()));
    return html(200, sources_page(list));
  }

  static SourceChoice choice_of(const ServerRequest& request) {
    const std::string show = request.parameter("show").value_or("");
    if (show == "problems") return {WhichSources::kProblems, ""};
    if (show == "unfiled") return {WhichSources::kNotFiled, ""};
    return {WhichSources::kFolder, request.parameter("folder").value_or("")};
  }

  Result<ServerResponse> unknown(const ServerRequest&, const PathValues&) {
    return html(404, message_page("No such page", "Nothing is at this address."));
  }

  Result<ServerResponse> source(const ServerRequest&, const PathValues& values) {
    TRY_ASSIGN(auto found, find_source(values));
    if (!found) return html(404, message_page("No such source", "It may be removed."));
    TRY_ASSIGN(SourceDetail detail,
               take_detail(*store_, *std::move(found), clock_.now(), kDetailRows));
    if (options_.explain) {
      TRY_ASSIGN(detail.plan, options_.explain(*store_, detail.source, detail.now));
    }
    return html(200, source_page(detail));
  }

  Result<ServerResponse> atom(const ServerRequest& request, const PathValues& values) {
    TRY_ASSIGN(const auto found, find_source(values));
    if (!found) return plain(404, "There is no such source.\n");
    const std::string self = fmt::format(
        "http://{}{}", http::find_header(request.headers, "Host").value_or(""),
        request.path);
    TRY_ASSIGN(std::string feed, write_atom(*store_, found->source, self));
    return cacheable(request, "application/atom+xml; charset=utf-8", std::move(feed));
  }

  Result<ServerResponse> article(const ServerRequest&, const PathValues& values) {
    TRY_ASSIGN(const auto detail, find_article(values));
    if (detail) return html(200, article_page(*detail));
    return html(404, message_page("No such article", "It may be removed."));
  }

  Result<ServerResponse> article_json(const ServerRequest&, const PathValues& values) {
    TRY_ASSIGN(const auto detail, find_article(values));
    return detail ? json(to_json(*detail)) : plain(404, "There is no such article.\n");
  }

  Result<ServerResponse> status_json(const ServerRequest&, const PathValues&) {
    TRY_ASSIGN(store::CentralStore * store, open());
    TRY_ASSIGN(const StatusSnapshot snapshot,
               take_snapshot(*store, clock_.now(), options_.limits));
    return json(to_json(snapshot));
  }

  Result<ServerResponse> articles_json(const ServerRequest& request,
                                       const PathValues&) {
    std::optional<std::int64_t> limit = 100;
    if (const auto asked = request.parameter("limit")) limit = parse_number(*asked);
    if (!limit) return plain(400, "limit: not a number\n");
    TRY_ASSIGN(store::CentralStore * store, open());
    TRY_ASSIGN(const std::vector<store::ArticleRow> articles,
               store->latest_articles(std::min(std::size_t(*limit), kMostArticles)));
    return json(to_json(articles));
  }

  // On the server's thread, with a store of its own: pages that take long, or many of
  // them, must not look like an illness.
  ServerResponse health() {
    const Result<void> checked = check_health();
    if (checked.ok()) return plain(200, "ok\n");
    health_store_.reset();
    return plain(503, plain_text(checked.error().text) + "\n");
  }

  Result<void> check_health() {
    if (!health_store_) {
      TRY_ASSIGN(health_store_, options_.open_store());
    }
    TRY(health_store_->latest_articles(1));
    std::string trouble = options_.storing_trouble();
    if (!trouble.empty()) return Error{ErrorKind::kFailed, std::move(trouble)};
    return {};
  }

  const StatusSiteOptions options_;
  const Clock& clock_;
  std::unique_ptr<store::CentralStore> health_store_;
  http::Router at_once_;  // What the server's thread answers itself.
  // Of the thread of pages:
  std::unique_ptr<store::CentralStore> store_;
  http::Router router_;
  PageThread thread_{kMostWaiting};  // Last: it uses all of the above.
};

// The host without its port: "[::1]:8400" -> "::1", "localhost:8400" -> "localhost".
std::string_view host_name(std::string_view host_field) {
  if (host_field.starts_with('[')) {
    const std::size_t end = host_field.find(']');
    return end == host_field.npos ? std::string_view() : host_field.substr(1, end - 1);
  }
  return host_field.substr(0, host_field.find(':'));
}

bool is_loopback(const http::IpAddress& address) {
  static const http::IpAddress kIpv6 = *http::parse_ip_address("::1");
  static const http::AddressRange kIpv4 = *http::parse_address_range("127.0.0.0/8");
  return address == kIpv6 || kIpv4.contains(address);
}

}  // namespace

bool is_allowed_host(std::string_view host_field, std::string_view address) {
  const std::string_view name = host_name(trimmed(host_field));
  if (equals_ignoring_case(name, "localhost")) return true;
  const auto literal = http::parse_ip_address(name);
  if (!literal) return false;
  const bool listens_everywhere = address == "0.0.0.0" || address == "::";
  return is_loopback(*literal) || listens_everywhere ||
         literal == http::parse_ip_address(address);
}

http::Handler make_status_site(StatusSiteOptions options, const Clock& clock) {
  // Shared, since a std::function must be copyable; there is one site all the same.
  auto site = std::make_shared<StatusSite>(std::move(options), clock);
  return [site](const ServerRequest& request, Responder respond_with) {
    (*site)(request, std::move(respond_with));
  };
}

}  // namespace curlew::api
