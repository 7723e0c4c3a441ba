#include "api/memento_routes.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "api/archived_address.h"
#include "api/callers.h"
#include "api/host.h"
#include "api/memento_links.h"
#include "api/memento_page.h"
#include "api/replay/replay_address.h"
#include "api/replay/shown_type.h"
#include "base/ascii.h"
#include "base/bytes.h"
#include "base/plain_text.h"
#include "http/date.h"
#include "service/moment.h"
#include "service/versions.h"

namespace curlew::api {
namespace {

using http::Call;
using http::Problem;
using http::ProblemForm;

constexpr Form kTimeGate{{.content_type = "text/plain; charset=utf-8"},
                         ProblemForm::kText};
constexpr Form kLinkMap{
    {.content_type = "application/link-format", .cache = http::Cache::kRevalidate},
    ProblemForm::kText};
constexpr Form kJsonMap{
    {.content_type = "application/json", .cache = http::Cache::kRevalidate},
    ProblemForm::kJson};
// A page of ours with the version in a frame, or its bytes under a type that runs
// nothing: the handler says which.
constexpr Form kMemento{{.content_security = ""}, ProblemForm::kPage};

// From the page that hands an address of the replay out to the loading of its frame.
constexpr Milliseconds kReplayFor = std::chrono::minutes(10);
// Dates of HTTP and the fourteen digits of archives have seconds, versions
// milliseconds: one is of that second if it was seen within it.
constexpr Milliseconds kWithinSecond{999};

Problem nothing_kept() {
  return {404, "No version of it is kept",
          "Versions are kept of what is watched: curlew add URL --watch changes."};
}

// As it was asked for: under the public name of this server, too.
std::string base_of(const Call& call) { return base_url(call.request, ""); }

// Whose versions are shown; 0: all.
model::UserId reader_of(const Call& call) {
  return viewer_of(call).value_or(model::UserId{});
}

Body redirect(std::string location, http::Headers headers) {
  headers.emplace_back("Location", std::move(location));
  Body body("", {}, std::move(headers));
  body.status = 302;
  return body;
}

// Section 4.1, pattern 2.1: the TimeGate is not the original resource, and answers 302.
Result<Answer> timegate(const Call& call, store::Store& store) {
  const auto url = archived_address(call.request, 1);
  if (!url) return Answer(nothing_kept());
  Time wanted = kNever;
  if (const auto field = http::find_header(call.request.headers, "Accept-Datetime")) {
    const auto parsed = http::parse_http_date(*field);
    if (!parsed) {
      return Answer(Problem{400,
                            "Accept-Datetime is not a date",
                            "It is like Thu, 31 May 2007 20:35:00 GMT.",
                            {{"Vary", "accept-datetime"}}});
    }
    wanted = *parsed + kWithinSecond;
  }
  TRY_ASSIGN(const auto version,
             store::version_seen(store.database(), *url, wanted, reader_of(call)));
  if (!version) {
    Problem none = nothing_kept();
    none.headers = {{"Vary", "accept-datetime"}};
    return Answer(std::move(none));
  }
  TRY_ASSIGN(
      store::VersionTimes times,
      store::times_around(store.database(), *url, version->seen, reader_of(call)));
  times.previous = times.next = std::nullopt;
  const std::string base = base_of(call);
  return Answer(
      redirect(memento_address(base, version->seen, *url),
               {{"Vary", "accept-datetime"},
                {"Link", to_link_header({base, *url, times, std::nullopt})}}));
}

// Behind "/timemap/FORM/" a number may stand before the address.
struct PageOfMap {
  std::size_t number = 1;
  std::optional<std::string> url;
};
PageOfMap page_of_map(const Call& call) {
  const std::string_view rest = call.values["url"];
  const std::string_view digits = rest.substr(0, rest.find('/'));
  std::size_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool has_number = error == std::errc() && end == digits.data() + digits.size();
  if (!has_number) return {1, archived_address(call.request, 2)};
  return {number, archived_address(call.request, 3)};
}

template <std::string (*write)(const TimeMap&)>
Result<Answer> timemap(const Call& call, store::Store& store) {
  const auto [page, url] = page_of_map(call);
  if (!url) return Answer(nothing_kept());
  TRY_ASSIGN(const std::vector<Time> times,
             store::times_seen(store.database(), *url, reader_of(call)));
  if (times.empty()) return Answer(nothing_kept());
  const std::string base = base_of(call);
  const TimeMap map{base, *url, times, page};
  if (page == 0 || page > map.pages()) {
    return Answer(Problem{404, "The TimeMap has no such page", ""});
  }
  return Answer(write(map));
}

bool is_field_name(std::string_view name) {
  return !name.empty() && name.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789-_") == name.npos;
}

// What the document's own server said, under names that mean nothing to a browser.
// Cookies are nobody's business.
void add_original_headers(const http::Headers& original, http::Headers& headers) {
  constexpr std::string_view kPrefix = "X-Archive-Orig-";
  constexpr Bytes kMostBytes = 16_KiB;
  Bytes bytes = 0;
  for (const auto& [name, value] : original) {
    const bool is_cookie = equals_ignoring_case(name, "Set-Cookie");
    bytes += name.size() + value.size();
    if (!is_field_name(name) || is_cookie || bytes > kMostBytes) continue;
    const bool is_kept_so = starts_with_ignoring_case(name, kPrefix);
    headers.emplace_back((is_kept_so ? "" : std::string(kPrefix)) + name,
                         plain_text(value));
  }
}

// Browsers ask for pages, programs for whatever there is.
bool wants_page(const Call& call) {
  return http::joined_header(call.request.headers, "Accept").find("text/html") !=
         std::string::npos;
}

class Mementos {
 public:
  Mementos(const StatusSiteOptions& options, const Clock& clock)
      : options_(options), clock_(clock) {}

  Result<Answer> memento(const Call& call, store::Store& store) const {
    // As everywhere: of a day, the version that was in force at its end.
    const auto moment = service::parse_archive_moment(call.values["time"]);
    const auto url = archived_address(call.request, 2);
    if (!moment || !url) return Answer(nothing_kept());
    const auto& [first, last] = *moment;
    TRY_ASSIGN(const auto version,
               store::version_seen(store.database(), *url, last, reader_of(call)));
    if (!version) return Answer(nothing_kept());
    const std::string base = base_of(call);
    const bool is_exact = last - first <= kWithinSecond && version->seen >= first &&
                          version->seen <= last;
    if (!is_exact) {
      return Answer(redirect(memento_address(base, version->seen, *url),
                             {{"Link", fmt::format("<{}>; rel=\"original\"", *url)}}));
    }
    TRY_ASSIGN(
        const store::VersionTimes times,
        store::times_around(store.database(), *url, version->seen, reader_of(call)));
    http::Headers headers{{"Memento-Datetime", http::to_http_date(version->seen)},
                          {"Link", to_link_header({base, *url, times, version->seen})},
                          {"Vary", "Accept"}};
    if (!wants_page(call)) return bytes(call, *version, std::move(headers));
    return page(call, *version, times, std::move(headers));
  }

 private:
  Result<archive::Content> read(const model::Version& version) const {
    if (options_.read_version) return options_.read_version(version.place);
    return Error{ErrorKind::kNotFound, "there is no archive here"};
  }

  Result<Answer> bytes(const Call& call, const model::Version& version,
                       http::Headers headers) const {
    const auto content = read(version);
    if (!content.ok()) {
      return Answer(own_trouble(call, "It cannot be read", content.error()));
    }
    const auto type = http::find_header(content->headers, "Content-Type").value_or("");
    add_original_headers(content->headers, headers);
    const std::string_view shown = passive_type(type);
    if (shown == kUnknownType)
      headers.emplace_back("Content-Disposition", "attachment");
    return Answer(Body(content->body, shown, std::move(headers)));
  }

  Result<Answer> page(const Call& call, const model::Version& version,
                      const store::VersionTimes& times, http::Headers headers) const {
    const std::uint16_t port = options_.replay_port();
    MementoPage page{
        .version = version, .times = times, .now = clock_.now(), .replay = ""};
    const auto host = http::find_header(call.request.headers, "Host").value_or("");
    const auto key = options_.personal.key
                         ? options_.personal.key()
                         : Result<SealingKey>(Error{ErrorKind::kNotFound, ""});
    // The replay is beside this server, and not behind its public name.
    const bool is_beside = is_allowed_host(host, options_.address);
    if (port != 0 && key.ok() && is_beside) {
      page.replay = neighbour(host, port) + to_path({.expires = page.now + kReplayFor,
                                                     .time = version.seen,
                                                     .url = version.url},
                                                    *key);
    }
    if (page.replay.empty()) page.text = text_of(version);
    headers.emplace_back(
        "Content-Security-Policy",
        fmt::format("default-src 'none'; style-src 'self'; frame-src {}; "
                    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                    page.replay.empty() ? "'none'" : fmt::format("http://*:{}", port)));
    return Answer(Body(to_html(page), "text/html; charset=utf-8", std::move(headers)));
  }

  // What a reader sees of it; empty: it cannot be read.
  std::string text_of(const model::Version& version) const {
    const auto content = read(version);
    if (!content.ok()) return {};
    const auto text = service::readable_text(*content, version, options_.parts.pdf);
    return text.ok() ? *text : std::string();
  }

  const StatusSiteOptions& options_;
  const Clock& clock_;
};

}  // namespace

std::vector<Route> make_memento_routes(const StatusSiteOptions& options,
                                       const Clock& clock) {
  const Mementos mementos(options, clock);
  return {{"/timegate/{url*}", kTimeGate, timegate},
          {"/timemap/link/{url*}", kLinkMap, timemap<to_link_format>},
          {"/timemap/json/{url*}", kJsonMap, timemap<to_json>},
          {"/memento/{time}/{url*}", kMemento,
           [mementos](const Call& call, store::Store& store) {
             return mementos.memento(call, store);
           }}};
}

}  // namespace curlew::api
