#include "control/measures.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "base/overloaded.h"
#include "model/outcome.h"
#include "model/visit.h"

namespace curlew::control {
namespace {

using model::FetchOutcome;
using publish::DeliveryEnd;

constexpr Metric kVisitsMetric{"curlew_visits_total",
                               Metric::Kind::kCounter,
                               "Visits that were committed, by kind and outcome.",
                               {"kind", "outcome"}};
constexpr Metric kAnswersMetric{
    "curlew_answers_total",
    Metric::Kind::kCounter,
    "Visits by the class of the HTTP status that they ended with; none: no answer.",
    {"class"}};
constexpr Metric kFetchedBytesMetric{
    "curlew_fetched_bytes_total",
    Metric::Kind::kCounter,
    "Bytes that visits brought: on the wire, and after decompression.",
    {"as"}};
// From half a second to a week: a feed that is visited by its rhythm is minutes late,
// one in trouble days.
constexpr std::array kDelayBuckets{0.5,      1.0,      5.0,      15.0,   60.0,
                                   300.0,    900.,     1800.0,   3600.0, 14400.0,
                                   43'200.0, 86'400.0, 604'800.0};
constexpr Metric kArticleDelayMetric{
    "curlew_article_delay_seconds",
    Metric::Kind::kHistogram,
    "Seconds of an article's way: found (since its publication), stored (since it was "
    "found), delivered (a notice, since it was stored).",
    {"stage"},
    kDelayBuckets};
constexpr Metric kNewArticlesMetric{"curlew_articles_total", Metric::Kind::kCounter,
                                    "Articles that were stored."};
constexpr Metric kNewVersionsMetric{"curlew_versions_total", Metric::Kind::kCounter,
                                    "Versions of pages and documents that were kept."};
constexpr Metric kNewClipsMetric{"curlew_clips_total", Metric::Kind::kCounter,
                                 "Clips that were made for keyword lists."};
constexpr Metric kDeliveriesMetric{"curlew_deliveries_total",
                                   Metric::Kind::kCounter,
                                   "Tries to deliver a notice that ended, by result.",
                                   {"channel", "result"}};
constexpr Metric kOrdersMetric{
    "curlew_orders",
    Metric::Kind::kGauge,
    "Orders of visits that wait in line, and that terminals have.",
    {"state"}};
constexpr Metric kReportsWaitingMetric{"curlew_reports_waiting", Metric::Kind::kGauge,
                                       "Reports of visits that are not committed yet."};
constexpr Metric kTerminalsMetric{"curlew_terminals_alive", Metric::Kind::kGauge,
                                  "Terminals that were heard of late."};

constexpr std::array kDelayStages{std::string_view("found"), std::string_view("stored"),
                                  std::string_view("delivered")};
constexpr std::array kStatusClasses{std::string_view("none"), std::string_view("1xx"),
                                    std::string_view("2xx"),  std::string_view("3xx"),
                                    std::string_view("4xx"),  std::string_view("5xx")};

std::string_view status_class_of(std::uint16_t status) {
  const std::size_t hundreds = status / 100;
  return hundreds < kStatusClasses.size() ? kStatusClasses[hundreds]
                                          : kStatusClasses[0];
}

std::string_view to_label(NoticeWay way) {
  return way == NoticeWay::kWebhook ? "webhook" : "mail";
}

std::string_view to_label(DeliveryEnd end) {
  switch (end) {
    case DeliveryEnd::kDelivered:
      return "delivered";
    case DeliveryEnd::kLater:
      return "later";
    case DeliveryEnd::kRefused:
      return "refused";
    case DeliveryEnd::kDropped:
      break;
  }
  return "dropped";
}

double measured_seconds(Milliseconds duration) {
  return std::max(0.0, static_cast<double>(duration.count()) / 1000);
}

bool keeps_version(const model::VisitFindings& findings) {
  if (const auto* document = model::document_of(findings)) {
    return document->version.has_value();
  }
  return std::visit(Overloaded{[](const model::ArticlePageFindings& page) {
                                 return page.version.has_value();
                               },
                               [](const model::CrawlPageFindings& page) {
                                 return page.version.has_value();
                               },
                               [](const auto&) { return false; }},
                    findings);
}

}  // namespace

void show_measures(Metrics& metrics) {
  for (const FetchOutcome outcome :
       {FetchOutcome::kFetched, FetchOutcome::kNotModified, FetchOutcome::kHttpError,
        FetchOutcome::kTimedOut, FetchOutcome::kUnreachable}) {
    metrics.add(kVisitsMetric, 0,
                {to_string(model::VisitKind::kSource), to_string(outcome)});
  }
  for (const std::string_view each : kStatusClasses)
    metrics.add(kAnswersMetric, 0, {each});
  for (const std::string_view each : kDelayStages)
    metrics.show(kArticleDelayMetric, {each});
  for (const NoticeWay way : {NoticeWay::kMail, NoticeWay::kWebhook}) {
    for (const DeliveryEnd end : {DeliveryEnd::kDelivered, DeliveryEnd::kLater,
                                  DeliveryEnd::kRefused, DeliveryEnd::kDropped}) {
      metrics.add(kDeliveriesMetric, 0, {to_label(way), to_label(end)});
    }
  }
  count_committed(metrics, {}, {}, {});
  measure_queues(metrics, {});
}

void count_committed(Metrics& metrics, std::span<const PreparedReport> reports,
                     const Committed& committed, Time now) {
  double wire = 0;
  double body = 0;
  double versions = 0;
  for (const PreparedReport& prepared : reports) {
    const model::VisitReport& report = prepared.reported.report;
    metrics.add(kVisitsMetric, 1,
                {to_string(kind_of(report.findings)), to_string(report.outcome)});
    metrics.add(kAnswersMetric, 1, {status_class_of(report.http_status)});
    wire += static_cast<double>(report.wire_bytes);
    body += static_cast<double>(report.body_bytes);
    if (keeps_version(report.findings)) ++versions;
  }
  metrics.add(kFetchedBytesMetric, wire, {"wire"});
  metrics.add(kFetchedBytesMetric, body, {"body"});
  metrics.add(kNewVersionsMetric, versions);
  metrics.add(kNewArticlesMetric, committed.new_articles);
  metrics.add(kNewClipsMetric, static_cast<double>(committed.new_clips));
  for (const Committed::Article& article : committed.articles) {
    metrics.observe(kArticleDelayMetric, measured_seconds(now - article.found),
                    {"stored"});
    if (!article.published) continue;
    metrics.observe(kArticleDelayMetric,
                    measured_seconds(article.found - *article.published), {"found"});
  }
}

void measure_queues(Metrics& metrics, const Queues& queues) {
  metrics.set(kOrdersMetric, static_cast<double>(queues.orders_waiting), {"waiting"});
  metrics.set(kOrdersMetric, static_cast<double>(queues.orders_out), {"out"});
  metrics.set(kReportsWaitingMetric, static_cast<double>(queues.reports_waiting));
  metrics.set(kTerminalsMetric, static_cast<double>(queues.terminals));
}

void count_delivery(Metrics& metrics, NoticeWay way, DeliveryEnd end,
                    Milliseconds since_created) {
  metrics.add(kDeliveriesMetric, 1, {to_label(way), to_label(end)});
  if (end != DeliveryEnd::kDelivered) return;
  metrics.observe(kArticleDelayMetric, measured_seconds(since_created), {"delivered"});
}

}  // namespace curlew::control
