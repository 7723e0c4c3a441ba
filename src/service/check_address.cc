#include "service/check_address.h"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <variant>

#include "base/overloaded.h"
#include "control/context_loader.h"
#include "control/own_origin.h"
#include "http/message.h"
#include "model/visit_failure.h"

namespace curlew::service {
namespace {

using model::SourceKind;

constexpr Milliseconds kPollWait{100};

// All that a terminal has, for a few addresses.
class Looker {
 public:
  Looker(const LookOptions& options, const Clock& clock, model::Rendering rendering)
      : visit_(options.visit),
        key_(options.key),
        gives_up_(options.gives_up),
        clock_(clock),
        client_(http::make_curl_client(options.client, clock)) {
    if (rendering == model::Rendering::kAlways) {
      fetch::BrowserClientOptions browser = options.browser;
      browser.on_ready = [this] { client_->wake(); };
      renderer_ = fetch::make_browser_client(std::move(browser), clock);
    }
    fetcher_ = fetch::make_fetcher(options.fetcher, *client_, clock, renderer_.get());
    contexts_ = std::make_unique<control::ContextLoader>(control::ContextOptions{},
                                                         *fetcher_, clock);
  }

  Look look(const model::Source& source) {
    model::VisitOrder order;
    order.url = source.url;
    order.request = source.request;
    order.task = model::source_task(
        source.kind, {.rendering = source.rendering, .rules = source.rules}, {},
        model::is_content_watched(source)
            ? std::optional(model::DocumentWatch{.watching = source.watching})
            : std::nullopt);
    return carry_out(source, order);
  }

  // The page at `url`, as that of an article.
  model::VisitReport read_page(const std::string& url) {
    model::Source source;
    source.url = url;
    model::VisitOrder order;
    order.url = url;
    order.task = model::ArticlePageTask{.article = model::ArticleId{1}};
    return carry_out(source, order).report;
  }

 private:
  Look carry_out(const model::Source& source, const model::VisitOrder& order) {
    Look look;
    look.source = source;
    look.final_url = source.url;
    auto settings = model::open(order.request, control::origin_of(order.url), key_);
    if (!settings.ok()) {
      look.report = model::unopened(order, "", clock_.now(), settings.error().text);
      return look;
    }
    const std::string proxy = settings->proxy;
    // Shared: it may come when nobody waits any more.
    const auto result = std::make_shared<std::optional<fetch::FetchResult>>();
    fetcher_->fetch(
        pipeline::make_request(order, *std::move(settings), nullptr, visit_),
        [result](fetch::FetchResult got) { *result = std::move(got); });
    if (!wait_until([&] { return result->has_value(); })) {
      look.report = given_up(order);
      return look;
    }
    look.final_url = (*result)->final_url;
    look.robots = (*result)->robots;
    look.crawl_delay = (*result)->crawl_delay;
    look.content_type =
        http::find_header((*result)->headers, "Content-Type").value_or("");
    archive::Content content;
    // Reading takes it away, and only then it is known what it is.
    if (model::is_success((*result)->outcome)) {
      content = {.url = look.final_url,
                 .time = (*result)->started,
                 .headers = (*result)->headers,
                 .body = (*result)->body};
    }
    pipeline::ContextAnswers contexts;
    look.report = read(order, std::move(**result), proxy, contexts);
    if (has_versions(look)) {
      look.first_version = first_version_of(content, source, contexts);
    }
    return look;
  }

  // None of what cannot be shown: the report says what was wrong.
  std::optional<FirstVersion> first_version_of(
      const archive::Content& content, const model::Source& source,
      const pipeline::ContextAnswers& contexts) const {
    pipeline::ContextTexts texts;
    for (const auto& [url, answer] : contexts) {
      if (answer.context) texts[url] = answer.context->text();
    }
    auto first = first_version(content, source, texts, visit_.pdf.get());
    if (!first.ok()) return std::nullopt;
    return *std::move(first);
  }

  // False: it was given up.
  bool wait_until(const std::function<bool()>& is_there) {
    while (!is_there()) {
      if (gives_up_ && gives_up_()) return false;
      fetcher_->poll(kPollWait);
    }
    return true;
  }

  model::VisitReport given_up(const model::VisitOrder& order) const {
    model::VisitReport report;
    report.started = clock_.now();
    report.outcome = model::FetchOutcome::kTimedOut;
    report.error = "took longer than anybody waits for it here";
    report.findings = model::nothing_found(order.task);
    return report;
  }

  // `contexts`: those that its document needed.
  model::VisitReport read(const model::VisitOrder& order, fetch::FetchResult result,
                          const std::string& proxy,
                          pipeline::ContextAnswers& contexts) {
    while (true) {
      pipeline::VisitEnd end =
          pipeline::conclude_visit(order, nullptr, std::move(result), visit_, contexts);
      if (!end.needs) return std::move(end.report);
      const auto got = std::make_shared<std::optional<pipeline::ContextAnswers>>();
      contexts_->load(
          {.urls = std::move(end.needs->urls), .proxy = proxy},
          [got](pipeline::ContextAnswers answers) { *got = std::move(answers); });
      if (!wait_until([&] { return got->has_value(); })) return given_up(order);
      contexts.merge(**got);
      result = std::move(end.needs->result);
    }
  }

  const pipeline::VisitOptions visit_;
  const KeyReader key_;
  const std::function<bool()> gives_up_;
  const Clock& clock_;
  std::unique_ptr<http::Client> client_;
  std::unique_ptr<http::Client> renderer_;  // Wakes the client: ends before it.
  std::unique_ptr<fetch::Fetcher> fetcher_;
  std::unique_ptr<control::ContextLoader> contexts_;
};

// Would watching go on to the feed that a page names first? A source with secrets is
// stopped when that lies on another origin (control/ledger.cc).
bool is_followed(const model::Source& source, const std::string& feed) {
  return control::share_origin(source.url, feed) ||
         !control::is_bound_to_origin(source);
}

}  // namespace

std::vector<std::string> named_feeds(const Look& look) {
  const auto* named = std::get_if<model::NamedFeeds>(&look.report.findings);
  return named == nullptr ? std::vector<std::string>{} : named->urls;
}

SourceKind found_kind(const Look& look) {
  const auto as = [](SourceKind kind, const std::optional<model::Listing>& listing) {
    return listing ? kind : SourceKind::kAuto;
  };
  return std::visit(
      Overloaded{[&](const model::FeedFindings& feed) {
                   return as(SourceKind::kFeed, feed.listing);
                 },
                 [&](const model::FollowedPageFindings& page) {
                   return as(SourceKind::kPage, page.listing);
                 },
                 [](const model::ArticlePageFindings&) { return SourceKind::kAuto; },
                 [](const model::NamedFeeds&) { return SourceKind::kAuto; },
                 [&](const model::DataFindings& data) {
                   return as(SourceKind::kData, data.listing);
                 },
                 [](const model::CrawlPageFindings&) { return SourceKind::kAuto; }},
      look.report.findings);
}

bool has_versions(const Look& look) {
  const auto& findings = look.report.findings;
  const bool is_watched_page =
      look.source.kind == SourceKind::kPage && model::is_content_watched(look.source);
  return model::listing_of(findings) &&
         (is_watched_page || std::holds_alternative<model::DataFindings>(findings));
}

std::optional<model::Problem> problem_of(const Look& look) {
  const model::VisitReport& report = look.report;
  if (const auto feeds = named_feeds(look); !feeds.empty()) {
    const std::string& feed = feeds.front();
    if (is_followed(look.source, feed)) return std::nullopt;
    const std::string why =
        fmt::format("it leads to {}, and its credentials were given for {} alone", feed,
                    control::origin_of(look.source.url));
    return model::problem_of(
        {report.outcome, report.http_status, model::Remark::kSecretsBound, why},
        look.source);
  }
  return model::problem_of(
      {report.outcome, report.http_status, report.remark, report.error, report.note},
      look.source);
}

std::vector<Look> look_at(const LookOptions& options, const Clock& clock,
                          const model::Source& source) {
  Looker looker(options, clock, source.rendering);
  std::vector<Look> looks;
  looks.push_back(looker.look(source));
  const std::vector<std::string> feeds = named_feeds(looks.front());
  if (!feeds.empty()) {
    model::Source feed = source;
    feed.kind = SourceKind::kFeed;
    feed.url = feeds.front();
    feed.request = control::settings_towards(feed.url, source.request, source.url);
    if (is_followed(source, feed.url)) looks.push_back(looker.look(feed));
  }
  return looks;
}

std::vector<model::VisitReport> read_article_pages(
    const LookOptions& options, const Clock& clock,
    const std::vector<std::string>& urls) {
  Looker looker(options, clock, model::Rendering::kNever);
  std::vector<model::VisitReport> reports;
  for (const std::string& url : urls) reports.push_back(looker.read_page(url));
  return reports;
}

}  // namespace curlew::service
