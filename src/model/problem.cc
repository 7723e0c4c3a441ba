#include "model/problem.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "model/mask.h"

namespace curlew::model {
namespace {

constexpr std::array<std::pair<Remark, std::string_view>, 23> kRemarkNames{{
    {Remark::kNone, ""},
    {Remark::kNoSuchHost, "no-such-host"},
    {Remark::kForbiddenAddress, "forbidden-address"},
    {Remark::kRobotsUnreadable, "robots-unreadable"},
    {Remark::kHtml, "html"},
    {Remark::kHtmlNamesFeed, "html-names-feed"},
    {Remark::kEmpty, "empty"},
    {Remark::kNotPage, "not-a-page"},
    {Remark::kDeadly, "deadly"},
    {Remark::kNotStored, "not-stored"},
    {Remark::kNotKept, "not-kept"},
    {Remark::kBrokenOff, "broken-off"},
    {Remark::kNotHttp, "not-http"},
    {Remark::kStalled, "stalled"},
    {Remark::kData, "data"},
    {Remark::kPdf, "pdf"},
    {Remark::kSecretsSealed, "secrets-sealed"},
    {Remark::kNoLinks, "no-links"},
    {Remark::kNoHeadlines, "no-headlines"},
    {Remark::kNeedsScripts, "needs-scripts"},
    {Remark::kSecretsBound, "secrets-bound"},
    {Remark::kDuplicate, "duplicate"},
    {Remark::kCutFeed, "cut-feed"},
}};

// In single quotes: addresses have ? and &, which mean something to a shell.
std::string in_quotes(std::string_view word) {
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

// Writes the problems of one source.
class Writer {
 public:
  Writer(const VisitEnding& ending, const Source& source)
      : ending_(ending),
        source_(source),
        url_(masked_address(source.url)),
        name_(source.id ? std::to_string(source.id.value) : in_quotes(url_)) {}

  Problem problem() const {
    // Whatever the outcome was.
    const bool is_elsewhere =
        ending_.remark == Remark::kDuplicate || ending_.remark == Remark::kSecretsBound;
    if (is_success(ending_.outcome) || is_elsewhere) return of_success();
    switch (ending_.outcome) {
      case FetchOutcome::kGone:
        return {"HTTP 410: its publisher has taken it away for good",
                (source_.id ? with("remove") + ", or " : "") + another_address()};
      case FetchOutcome::kRobotsDenied:
      case FetchOutcome::kRobotsUnreadable:
        return of_robots();
      case FetchOutcome::kThrottled:
        return of_throttling();
      case FetchOutcome::kHttpError:
        return of_status();
      case FetchOutcome::kTimedOut:
        return of_slowness();
      case FetchOutcome::kRefused:
        return of_guard();
      case FetchOutcome::kTooLarge:
        return {told("too large"), fmt::format("if it is meant: a larger {}", limit())};
      case FetchOutcome::kUnreachable:
        return of_connection();
      case FetchOutcome::kTlsFailed:
        return {told("no secure connection"),
                again() + "; if its certificate stays bad and you trust the way: " +
                    changed("--url " + without_tls())};
      case FetchOutcome::kBadRedirect:
        return {told("it leads nowhere"), another_address()};
      case FetchOutcome::kBotWall:
        return {told("it wants proof of a human"),
                "ask its publisher for a feed" + or_given_up()};
      default:
        return of_content();
    }
  }

 private:
  // The setting that its answer was too large for, by the words of http::Reception.
  std::string_view limit() const {
    if (ending_.error.find("unpacks to more than") != ending_.error.npos) {
      return "fetch.max_compression_ratio";
    }
    if (ending_.error.find("headers are larger") != ending_.error.npos) {
      return "fetch.max_headers";
    }
    return source_.kind == SourceKind::kPage ? "articles.max_page" : "fetch.max_body";
  }
  std::string with(std::string_view command) const {
    return fmt::format("curlew {} {}", command, name_);
  }
  std::string changed(std::string_view flags) const {
    return fmt::format("{} {}", with("add"), flags);
  }
  // Only a source can be visited, not an address that was only looked at.
  std::string again() const {
    return source_.id ? "it is tried again by itself; now: " + with("visit")
                      : "try again later";
  }
  std::string or_given_up() const {
    return source_.id ? ", or give it up: " + with("remove") : "";
  }
  std::string another_address() const {
    return source_.id
               ? "give its new address: " + changed("--url URL")
               : "look for another address: curlew check " + in_quotes(front_page());
  }
  std::string front_page() const {
    const std::size_t host = url_.find("://");
    const std::size_t path = host == url_.npos ? url_.npos : url_.find('/', host + 3);
    return url_.substr(0, path) + "/";
  }
  std::string without_tls() const {
    return in_quotes(url_.starts_with("https://") ? "http://" + url_.substr(8) : url_);
  }
  // "what: the error", where there is one.
  std::string told(std::string_view what) const {
    return ending_.error.empty() ? std::string(what)
                                 : fmt::format("{}: {}", what, ending_.error);
  }
  bool has_login() const {
    return !source_.request.basic_credentials.empty() ||
           !source_.request.bearer_token.empty();
  }

  Problem of_robots() const {
    if (ending_.outcome == FetchOutcome::kRobotsUnreadable ||
        ending_.remark == Remark::kRobotsUnreadable) {
      return {std::string(ending_.error), again()};
    }
    return {told("robots.txt forbids it"), "ask its publisher" + or_given_up()};
  }

  Problem of_throttling() const {
    // A visit would only wait for that time, too.
    const std::string later =
        source_.id ? "it is asked again when its server allows" : "try again later";
    if (ending_.http_status == 0) return {std::string(ending_.error), later};
    return {fmt::format("HTTP {}: its server asks us to come less often",
                        ending_.http_status),
            source_.id
                ? later + "; more rarely from then on: " + changed("--interval 6h")
                : later};
  }

  Problem of_status() const {
    const int status = ending_.http_status;
    const std::string http = fmt::format("HTTP {}: ", status);
    if (status == 400 && source_.kind == SourceKind::kSparql) {
      return {told("its server does not take the query"),
              "give the query anew, which is another source: curlew add ENDPOINT "
              "--query TEXT; then " +
                  with("remove")};
    }
    if ((status == 401 || status == 403) && ending_.is_login_newer) {
      return {http + "its server let nobody in; the login given since is not tried yet",
              again()};
    }
    if (status == 401) {
      return {http + (has_login() ? "its server does not accept the login it is given"
                                  : "its server wants a name and a password"),
              "give them: " + changed("--user NAME:PASSWORD") + " (or --bearer TOKEN)"};
    }
    if (status == 402 || status == 403) {
      return {http + "its server does not let us in",
              "if you have a login: " + changed("--user NAME:PASSWORD") +
                  " (or --header 'Cookie: …')"};
    }
    if (status == 404) return {http + "there is nothing at this address", moved()};
    if (status == 407) {
      return {http + "the proxy wants a name and a password",
              changed("--proxy http://NAME:PASSWORD@HOST:PORT")};
    }
    if (status >= 500) return {http + "its server is in trouble", again()};
    return {http + "its server does not give it", moved()};
  }
  std::string moved() const {
    if (!source_.id) return another_address();
    return fmt::format("look for it: curlew check {}; then {}", in_quotes(front_page()),
                       changed("--url URL"));
  }

  Problem of_guard() const {
    if (ending_.remark == Remark::kSecretsSealed) {
      return {told("its secrets cannot be opened"),
              "put the installation's key back, then " + with("visit") +
                  "; if it is lost: " +
                  changed("--user none --bearer none --header none --proxy none") +
                  ", and the same for others that it sealed, then give them again"};
    }
    if (ending_.remark != Remark::kForbiddenAddress) {
      return {told("this address is never asked"), another_address()};
    }
    return {told("an address of this machine or its network"),
            "if it is meant: fetch.allow_addresses in curlew.toml"};
  }

  Problem of_slowness() const {
    const bool is_stalled = ending_.remark == Remark::kStalled;
    return {told(is_stalled ? "its answer came to a halt" : "no answer in time"),
            again() + "; if its server is that slow: a longer " +
                (is_stalled ? "fetch.stall_timeout" : "fetch.total_timeout")};
  }

  Problem of_connection() const {
    if (ending_.remark == Remark::kNotHttp) {
      return {told("its answer is not valid HTTP"),
              another_address() + "; else " + again()};
    }
    if (ending_.remark == Remark::kBrokenOff) {
      const bool has_begun = ending_.http_status != 0;
      return {told(has_begun ? "its answer broke off"
                             : "its server hung up without an answer"),
              again()};
    }
    if (ending_.remark == Remark::kNoSuchHost) {
      return {told("DNS does not know this host"),
              source_.id ? "if it is mistyped or has moved: " + changed("--url URL") +
                               "; else " + again()
                         : "is it typed rightly? " + again()};
    }
    return {told("no connection"), again()};
  }

  bool is_data() const {
    return source_.kind == SourceKind::kData || source_.kind == SourceKind::kSparql;
  }

  std::string content_watched() const {
    return "to watch its content: " + changed("--kind page --watch changes");
  }

  // One of which nobody said what it is was looked at as a page, too.
  Problem of_html() const {
    if (source_.kind == SourceKind::kAuto) {
      return {"a page without a feed and without links to follow", content_watched()};
    }
    return {"HTML instead of a feed",
            "to follow the links of the page: " + changed("--kind page") + "; " +
                content_watched()};
  }

  Problem of_pdf() const {
    if (source_.kind == SourceKind::kPage) {
      return {told("its PDF cannot be read"), again()};
    }
    return {"a PDF document, not a feed", content_watched()};
  }

  Problem of_content() const {
    switch (ending_.remark) {
      case Remark::kHtml:
        return of_html();
      case Remark::kHtmlNamesFeed:
        return {told("HTML instead of a feed"),
                "to follow that feed: " + changed("--kind auto")};
      case Remark::kEmpty:
        return {"an empty answer instead of a feed", again()};
      case Remark::kNotPage:
        return {std::string(ending_.error),
                "if it is a feed: " + changed("--kind feed") +
                    "; if it is data: " + changed("--kind data")};
      case Remark::kData:
        return {"data, not a feed", "to keep its versions: " + changed("--kind data")};
      case Remark::kPdf:
        return of_pdf();
      case Remark::kDeadly:
        return {"reading its answer has ended the program, more than once",
                "please report it, with its address; to read it once more all the "
                "same: " +
                    with("resume") + "; or give it up: " + with("remove")};
      case Remark::kNotStored:
        return {std::string(ending_.error), again()};
      case Remark::kNotKept:
        return {std::string(ending_.error),
                "make room for the archive, or see to its disk; " + again()};
      case Remark::kNoLinks:
      case Remark::kNeedsScripts:
        return of_success();
      default:
        if (is_data()) {
          return {told("its data cannot be read"),
                  fmt::format("{}; no version is made of what cannot be read. See what "
                              "it is: "
                              "curlew check {} --kind {}",
                              again(), in_quotes(url_), to_string(source_.kind))};
        }
        return {told("not a feed"),
                source_.id ? fmt::format("see what it is: curlew check {}; then {}",
                                         in_quotes(url_), changed("--url URL"))
                           : another_address()};
    }
  }

  // Of a page of which both content and links are wanted, one may be well.
  std::string watched() const {
    return is_content_watched(source_) ? "its content is watched, but " : "";
  }
  std::string links_left_out() const {
    return is_content_watched(source_)
               ? "for its content alone: " + changed("--watch changes") + "; "
               : "";
  }

  // Remarks that make a problem of what was fetched well.
  Problem of_success() const {
    switch (ending_.remark) {
      case Remark::kNoHeadlines:
        return {watched() + "the links that it finds are not headlines",
                links_left_out() + "say which count: " + changed("--rules FILE") +
                    "; see them: curlew check --kind page " + in_quotes(url_)};
      case Remark::kNeedsScripts:
        return {"no text without scripts",
                "let a browser run them: " + changed("--kind page --render")};
      case Remark::kSecretsBound:
        return {std::string(ending_.error),
                "watch it there: curlew add URL with what it needs; or stay: " +
                    with("resume")};
      case Remark::kDuplicate:
        return {std::string(ending_.error), "keep one of them: " + with("remove")};
      case Remark::kCutFeed:
        return {ending_.note.empty() ? "the feed ends too early"
                                     : std::string(ending_.note),
                again() + "; if it stays so, only its publisher can mend it"};
      default:
        return {
            watched() + "no links to follow on the page",
            (is_content_watched(source_) ? links_left_out()
                                         : content_watched() + "; ") +
                "for links, say which count: " + changed("--kind page --rules FILE") +
                "; if scripts make them: " + changed("--kind page --render")};
    }
  }

  const VisitEnding& ending_;
  const Source& source_;
  const std::string url_;
  const std::string name_;
};

}  // namespace

std::string_view to_string(Remark remark) {
  for (const auto& [value, name] : kRemarkNames) {
    if (value == remark) return name;
  }
  return "";
}

std::optional<Remark> parse_remark(std::string_view name) {
  for (const auto& [value, known] : kRemarkNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

bool is_problem(FetchOutcome outcome, Remark remark) {
  return is_failure(outcome) || remark == Remark::kNoLinks ||
         remark == Remark::kNoHeadlines || remark == Remark::kNeedsScripts ||
         remark == Remark::kSecretsBound || remark == Remark::kDuplicate ||
         remark == Remark::kCutFeed;
}

std::optional<Problem> problem_of(const VisitEnding& ending, const Source& source) {
  if (!is_problem(ending.outcome, ending.remark)) return std::nullopt;
  return Writer(ending, source).problem();
}

}  // namespace curlew::model
