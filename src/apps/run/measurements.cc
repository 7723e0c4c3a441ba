#include "apps/run/measurements.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "apps/commands/context.h"
#include "base/log.h"
#include "base/process_facts.h"
#include "control/measures.h"
#include "store/status.h"

namespace curlew::apps {
namespace {

// However often somebody asks, the database is asked so often, and the folder of the
// archive is walked through so often.
constexpr Milliseconds kStoreLook{5'000};
constexpr Milliseconds kArchiveLook{60'000};

constexpr Metric kBuildFigure{"curlew_build_info",
                              Metric::Kind::kGauge,
                              "Always 1; says which release runs.",
                              {"version"}};
constexpr Metric kSourcesFigure{
    "curlew_sources", Metric::Kind::kGauge, "Sources by their state.", {"state"}};
constexpr Metric kProblemsFigure{
    "curlew_sources_with_problems", Metric::Kind::kGauge,
    "Sources whose last visit needs somebody's attention."};
constexpr Metric kDueFigure{"curlew_sources_due", Metric::Kind::kGauge,
                            "Sources whose visit is due or under way."};
constexpr Metric kLateFigure{"curlew_sources_late", Metric::Kind::kGauge,
                             "Sources that are due for longer than schedule.tick."};
constexpr Metric kStoredFigure{"curlew_articles_stored", Metric::Kind::kGauge,
                               "Articles in the database."};
constexpr Metric kPagesFigure{"curlew_pages_wanted", Metric::Kind::kGauge,
                              "Pages of articles that are still to be fetched."};
constexpr Metric kSetAsideFigure{
    "curlew_reports_set_aside", Metric::Kind::kGauge,
    "Reports that the database refused (docs/service.md)."};
constexpr Metric kOutboxFigure{"curlew_outbox_waiting", Metric::Kind::kGauge,
                               "Notices that are not sent yet."};
constexpr Metric kStoreBytesFigure{"curlew_store_bytes", Metric::Kind::kGauge,
                                   "Size of the central database."};
constexpr Metric kStoreAnswersFigure{
    "curlew_store_up", Metric::Kind::kGauge,
    "1: the database answered when it was asked for these figures."};
constexpr Metric kHubsFigure{"curlew_websub_subscriptions",
                             Metric::Kind::kGauge,
                             "Our subscriptions at hubs of feeds, by state.",
                             {"state"}};
constexpr Metric kSubscribersFigure{
    "curlew_websub_subscribers", Metric::Kind::kGauge,
    "Subscribers of our own feeds, with those who are asked whether they are."};
constexpr Metric kArchiveBytesFigure{"curlew_archive_bytes", Metric::Kind::kGauge,
                                     "Size of the archives in this data directory."};
constexpr Metric kDiskFreeFigure{"curlew_disk_free_bytes", Metric::Kind::kGauge,
                                 "Free on the disk of the data directory."};
constexpr Metric kDiskSizeFigure{"curlew_disk_size_bytes", Metric::Kind::kGauge,
                                 "Size of the disk of the data directory."};
constexpr Metric kHeldFigure{"curlew_held_bytes", Metric::Kind::kGauge,
                             "What bodies, reports and queues take of fetch.memory."};
constexpr Metric kRequestsFigure{"curlew_http_requests_total",
                                 Metric::Kind::kCounter,
                                 "Answers of the web endpoint by route and status.",
                                 {"route", "status"}};
constexpr std::array kLatencyBuckets{.001, .005, .01, .025, .05, .1, .25, .5, 1., 5.};
constexpr Metric kLatencyFigure{
    "curlew_http_request_seconds",
    Metric::Kind::kHistogram,
    "From the request to the beginning of its answer, by route.",
    {"route"},
    kLatencyBuckets};
constexpr Metric kCpuFigure{"process_cpu_seconds_total", Metric::Kind::kCounter,
                            "Processor time, user and system."};
constexpr Metric kStartFigure{"process_start_time_seconds", Metric::Kind::kGauge,
                              "When it began, in seconds since 1970."};
constexpr Metric kResidentFigure{"process_resident_memory_bytes", Metric::Kind::kGauge,
                                 "Memory that it occupies."};
constexpr Metric kVirtualFigure{"process_virtual_memory_bytes", Metric::Kind::kGauge,
                                "Memory that it has addresses for."};
constexpr Metric kFilesFigure{"process_open_fds", Metric::Kind::kGauge, "Open files."};
constexpr Metric kMostFilesFigure{"process_max_fds", Metric::Kind::kGauge,
                                  "Files that it may have open."};
constexpr Metric kThreadsFigure{"process_threads", Metric::Kind::kGauge, "Threads."};

double to_double(std::int64_t number) { return static_cast<double>(number); }
double to_double(std::uint64_t number) { return static_cast<double>(number); }

}  // namespace

Measurements::Measurements(const Config& config, Of of, const Clock& clock,
                           const MemoryBudget& memory)
    : config_(config), of_(of), clock_(clock), memory_(memory) {
  metrics_.set(kBuildFigure, 1, {CURLEW_VERSION});
  if (of_ == Of::kController) control::show_measures(metrics_);
}

void Measurements::count_answer(std::string_view pattern, int status,
                                Milliseconds took) {
  if (pattern.empty()) pattern = "none";
  metrics_.add(kRequestsFigure, 1, {pattern, std::to_string(status)});
  metrics_.observe(kLatencyFigure, static_cast<double>(took.count()) / 1000, {pattern});
}

std::string Measurements::text() {
  {
    const std::lock_guard lock(mutex_);
    measure_process();
    if (of_ == Of::kController && clock_.steady() >= store_at_) {
      store_at_ = clock_.steady() + kStoreLook;
      const auto measured = measure_store();
      metrics_.set(kStoreAnswersFigure, measured.ok() ? 1 : 0);
      if (!measured.ok()) {
        log_debug("metrics: {}", measured.error().text);
        store_.reset();  // The next look opens it anew.
      }
    }
  }
  return metrics_.text();
}

void Measurements::measure_process() {
  const ProcessFacts facts = read_process_facts();
  metrics_.raise_to(kCpuFigure, facts.cpu_seconds);
  metrics_.set(kStartFigure, facts.started);
  metrics_.set(kResidentFigure, to_double(facts.resident));
  metrics_.set(kVirtualFigure, to_double(facts.virtual_memory));
  metrics_.set(kFilesFigure, to_double(facts.open_files));
  metrics_.set(kMostFilesFigure, to_double(facts.most_open_files));
  metrics_.set(kThreadsFigure, to_double(facts.threads));
  metrics_.set(kHeldFigure, to_double(memory_.used()));
  if (const auto room = disk_room_of(config_.data.dir)) {
    metrics_.set(kDiskFreeFigure, to_double(room->free));
    metrics_.set(kDiskSizeFigure, to_double(room->total));
  }
  if (clock_.steady() < archive_at_) return;
  archive_at_ = clock_.steady() + kArchiveLook;
  metrics_.set(kArchiveBytesFigure, to_double(size_of_folder(archive_folder(config_))));
}

Result<void> Measurements::measure_store() {
  TRY_ASSIGN(const auto place, store_place(config_));
  if (!store_) {
    TRY_ASSIGN(store_, store::open_store(place, store::OpenMode::kReadOnly));
  }
  TRY_ASSIGN(const store::StatusCounts counts,
             store::count_status(*store_, clock_.now(), late_after(config_)));
  TRY_ASSIGN(const store::StoreSize size, store::measure_store(*store_, place));
  for (const std::string_view state :
       {store::kHubWanted, store::kHubAsked, store::kHubActive, store::kHubRefused,
        store::kHubLeaving}) {
    TRY_ASSIGN(const std::int64_t count, store_->hub_subscriptions().count(state));
    metrics_.set(kHubsFigure, to_double(count), {state});
  }
  TRY_ASSIGN(const auto subscribers, store_->feed_subscribers().count(""));
  metrics_.set(kSubscribersFigure, to_double(subscribers.all));
  metrics_.set(kSourcesFigure, to_double(counts.active), {"active"});
  metrics_.set(kSourcesFigure, to_double(counts.paused), {"paused"});
  metrics_.set(kSourcesFigure, to_double(counts.failing), {"failing"});
  metrics_.set(kSourcesFigure, to_double(counts.gone), {"gone"});
  metrics_.set(kSourcesFigure, to_double(counts.stopped), {"stopped"});
  metrics_.set(kProblemsFigure, to_double(counts.problems));
  metrics_.set(kDueFigure, to_double(counts.due));
  metrics_.set(kLateFigure, to_double(counts.late));
  metrics_.set(kStoredFigure, to_double(counts.articles));
  metrics_.set(kPagesFigure, to_double(counts.pages_wanted));
  metrics_.set(kSetAsideFigure, to_double(counts.set_aside));
  metrics_.set(kOutboxFigure, to_double(size.outbox));
  metrics_.set(kStoreBytesFigure, to_double(size.bytes));
  return {};
}

Result<std::unique_ptr<http::Server>> start_figures_server(
    const Config& config, api::OperationOptions operation) {
  // Of a few programs that ask every few seconds.
  constexpr std::size_t kConnections = 32;
  return http::start_server(
      {.address = config.metrics.address,
       .port = config.metrics.port,
       .max_connections = kConnections},
      api::make_operation_site(std::move(operation), config.metrics.address));
}

}  // namespace curlew::apps
