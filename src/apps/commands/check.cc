#include "apps/commands/check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "api/plain_text.h"
#include "apps/commands/find_source.h"
#include "apps/commands/problems.h"
#include "apps/commands/source_address.h"
#include "apps/commands/source_facts.h"
#include "apps/fetching.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "control/own_origin.h"
#include "http/message.h"
#include "model/mask.h"
#include "pipeline/visit.h"

namespace curlew::apps {
namespace {

using model::SourceKind;

constexpr Milliseconds kPollWait{100};
constexpr std::size_t kShownItems = 20;

// All that a terminal has, for a few addresses.
class Looker {
 public:
  Looker(const Config& config, const Clock& clock, model::Rendering rendering)
      : visit_(visit_options(config, "check")),
        client_(http::make_curl_client(client_options(config), clock)) {
    if (rendering == model::Rendering::kAlways) {
      renderer_ = fetch::make_browser_client(browser_options(config, *client_), clock);
    }
    fetcher_ =
        fetch::make_fetcher(fetcher_options(config), *client_, clock, renderer_.get());
  }

  Look look(const model::Source& source) {
    model::VisitOrder order;
    order.source_kind = source.kind;
    order.url = source.url;
    order.request = source.request;
    order.rendering = source.rendering;
    order.rules = source.rules;
    std::optional<fetch::FetchResult> result;
    fetcher_->fetch(pipeline::make_request(order, nullptr, visit_),
                    [&](fetch::FetchResult got) { result = std::move(got); });
    while (!result) fetcher_->poll(kPollWait);
    Look look;
    look.source = source;
    look.final_url = result->final_url;
    look.robots = result->robots;
    look.crawl_delay = result->crawl_delay;
    look.content_type = http::find_header(result->headers, "Content-Type").value_or("");
    look.report =
        pipeline::conclude_visit(order, nullptr, *std::move(result), visit_).report;
    return look;
  }

 private:
  const pipeline::VisitOptions visit_;
  std::unique_ptr<http::Client> client_;
  std::unique_ptr<http::Client> renderer_;  // Wakes the client: ends before it.
  std::unique_ptr<fetch::Fetcher> fetcher_;
};

std::string_view to_string(fetch::RobotsWord word) {
  switch (word) {
    case fetch::RobotsWord::kNotAsked:
      return "not asked";
    case fetch::RobotsWord::kAllows:
      return "allows it";
    case fetch::RobotsWord::kForbids:
      return "forbids it";
    case fetch::RobotsWord::kUnreadable:
      return "cannot be read";
  }
  return "";
}

std::string robots_of(const Look& look) {
  std::string text(to_string(look.robots));
  if (look.crawl_delay > Milliseconds(0)) {
    text += fmt::format(", and wants {} between requests", to_human(look.crawl_delay));
  }
  return text;
}

std::string answer_of(const Look& look) {
  const model::VisitReport& report = look.report;
  if (report.http_status == 0) return "none";
  return fmt::format("HTTP {}, {}, {} bytes, {} on the wire, {}", report.http_status,
                     look.content_type.empty() ? "no type" : look.content_type,
                     grouped(report.body_bytes), grouped(report.wire_bytes),
                     to_human(report.took));
}

std::string kind_of(const Look& look) {
  const model::VisitReport& report = look.report;
  if (!report.discovered_feeds.empty()) {
    const std::size_t feeds = report.discovered_feeds.size();
    return fmt::format("a page that names {}",
                       feeds == 1 ? "a feed" : fmt::format("{} feeds", feeds));
  }
  if (report.found_kind == SourceKind::kFeed) return "a feed";
  if (report.found_kind == SourceKind::kPage) return "a page whose links are followed";
  return "nothing that can be watched like this";
}

void print_items(const Screen& screen, const Look& look, Time now) {
  const auto& entries = look.report.new_entries;
  const bool is_page = look.report.found_kind == SourceKind::kPage;
  print_fact(screen, is_page ? "links" : "items", grouped(entries.size()));
  if (entries.empty()) return;
  Table table({{is_page ? "link" : "item", Align::kLeft, Shrink::kYes},
               {"published", Align::kRight},
               {"address", Align::kLeft, Shrink::kYes}});
  // Reports have the oldest first; people want the newest, and links as on the page.
  const std::size_t shown = std::min(entries.size(), kShownItems);
  for (std::size_t i = 0; i < shown; ++i) {
    const model::Entry& entry = is_page ? entries[i] : entries[entries.size() - 1 - i];
    table.add({entry.title.empty() ? "(no title)" : entry.title,
               entry.published ? relative(*entry.published, now) : "-",
               model::masked_address(entry.link)});
  }
  fmt::print(screen.out, "\n{}", table.render(screen));
  if (shown < entries.size()) {
    fmt::print(screen.out, "and {} more\n", grouped(entries.size() - shown));
  }
}

void print_look(const Screen& screen, const Look& look, Time now) {
  const std::string url = model::masked_address(look.source.url);
  fmt::print(screen.out, "{}\n", coloured(screen, api::plain_text(url), Colour::kBold));
  if (look.final_url != look.source.url) {
    print_fact(screen, "leads to", model::masked_address(look.final_url));
  }
  print_fact(screen, "robots.txt", robots_of(look));
  print_fact(screen, "answer", answer_of(look));
  print_fact(screen, "is", kind_of(look));
  for (const std::string& feed : look.report.discovered_feeds) {
    print_fact(screen, "names", feed);
  }
  if (look.report.feed) {
    print_fact(screen, "title", look.report.feed->title);
    print_fact(screen, "site", look.report.feed->site_url);
    print_fact(screen, "language", look.report.feed->language);
    print_items(screen, look, now);
  }
  if (const auto problem = problem_of(look)) {
    fmt::print(screen.out, "\n");
    print_problem(screen, *problem);
  }
  fmt::print(screen.out, "\n");
}

std::string to_json(const Look& look) {
  using boost::json::value;
  const auto text = [](std::string_view unsafe) { return api::plain_text(unsafe); };
  const model::VisitReport& report = look.report;
  boost::json::array feeds, items;
  for (const std::string& feed : report.discovered_feeds)
    feeds.emplace_back(text(feed));
  for (const model::Entry& entry : report.new_entries) {
    items.emplace_back(boost::json::object{
        {"title", text(entry.title)},
        {"link", text(model::masked_address(entry.link))},
        {"published",
         entry.published ? value(to_iso8601(*entry.published)) : value(nullptr)}});
  }
  value told(nullptr);
  if (const auto problem = problem_of(look)) {
    told = boost::json::object{{"reason", text(problem->reason)},
                               {"cure", text(problem->cure)}};
  }
  return serialize(
      boost::json::object{{"url", text(model::masked_address(look.source.url))},
                          {"final_url", text(model::masked_address(look.final_url))},
                          {"robots", to_string(look.robots)},
                          {"crawl_delay_ms", look.crawl_delay.count()},
                          {"outcome", model::to_string(report.outcome)},
                          {"status", report.http_status},
                          {"content_type", text(look.content_type)},
                          {"took_ms", report.took.count()},
                          {"wire_bytes", report.wire_bytes},
                          {"body_bytes", report.body_bytes},
                          {"kind", model::to_string(report.found_kind)},
                          {"title", report.feed ? text(report.feed->title) : ""},
                          {"language", report.feed ? text(report.feed->language) : ""},
                          {"feeds", std::move(feeds)},
                          {"items", std::move(items)},
                          {"problem", std::move(told)}});
}

// Would watching go on to the feed that a page names first? A source with secrets is
// stopped when that lies on another origin (control/ledger.cc).
bool is_followed(const model::Source& source, const std::string& feed) {
  return control::share_origin(source.url, feed) ||
         !control::is_bound_to_origin(source);
}

Result<model::Source> watched_source(const Context& context, model::SourceId id) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  TRY_ASSIGN(auto found, store->source_by_id(id));
  if (found) return std::move(found->source);
  return Error{ErrorKind::kNotFound, fmt::format("{}: no such source", id.value)};
}

}  // namespace

std::optional<model::Problem> problem_of(const Look& look) {
  const model::VisitReport& report = look.report;
  if (!report.discovered_feeds.empty()) {
    const std::string& feed = report.discovered_feeds.front();
    if (is_followed(look.source, feed)) return std::nullopt;
    const std::string why =
        fmt::format("it leads to {}, and its credentials were given for {} alone", feed,
                    control::origin_of(look.source.url));
    return model::problem_of(
        {report.outcome, report.http_status, model::Remark::kSecretsBound, why},
        look.source);
  }
  return model::problem_of(
      {report.outcome, report.http_status, report.remark, report.error}, look.source);
}

Result<std::vector<Look>> look_at(const Config& config, const Clock& clock,
                                  const model::Source& source) {
  Looker looker(config, clock, source.rendering);
  std::vector<Look> looks;
  looks.push_back(looker.look(source));
  // A copy: looks grow.
  const std::vector<std::string> feeds = looks.front().report.discovered_feeds;
  if (!feeds.empty()) {
    model::Source feed = source;
    feed.kind = SourceKind::kFeed;
    feed.url = feeds.front();
    feed.request = control::settings_towards(feed.url, source.request, source.url);
    if (is_followed(source, feed.url)) looks.push_back(looker.look(feed));
  }
  return looks;
}

Result<void> check_address(const Context& context, const CheckOptions& options) {
  TRY_ASSIGN(SourceEdit edit, to_source_edit(options.source));
  model::Source source;
  if (const auto number = parse_source_number(options.url)) {
    TRY_ASSIGN(source, watched_source(context, *number));
    apply(edit, source);
  } else {
    TRY(expect_no_file(options.url));
    TRY_ASSIGN(SourceAddress address, parse_source_address(options.url));
    TRY(add_login_of_address(address.basic_credentials, edit.request));
    apply(edit, source);
    source.url = std::move(address.url);
  }
  TRY_ASSIGN(const auto looks, look_at(context.config, context.clock, source));
  for (const Look& look : looks) {
    if (options.json) {
      fmt::print(context.screen.out, "{}\n", to_json(look));
    } else {
      print_look(context.screen, look, context.clock.now());
    }
  }
  const auto problem = problem_of(looks.back());
  if (!problem) return {};
  // Where both go to one terminal it was said already.
  const bool is_said = !options.json && isatty(fileno(context.screen.out)) == 1 &&
                       isatty(STDERR_FILENO) == 1;
  if (is_said) return Error{ErrorKind::kFailed, ""};
  return Error{ErrorKind::kFailed,
               fmt::format("{}: {}", model::masked_address(looks.back().source.url),
                           problem->reason)};
}

}  // namespace curlew::apps
