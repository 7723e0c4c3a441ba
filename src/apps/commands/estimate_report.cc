#include "apps/commands/estimate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/output/table.h"

namespace curlew::apps {
namespace {

std::string pair_of(std::int64_t large, const char* large_unit, std::int64_t small,
                    const char* small_unit) {
  return fmt::format("{} {} {} {}", large, large_unit, small, small_unit);
}

}  // namespace

Result<EstimateReport> report_estimates(const schedule::CrawlPlan& plan,
                                        const schedule::EstimateOptions& options) {
  EstimateReport report;
  TRY_ASSIGN(report.ours, schedule::estimate_crawl(plan, options));
  report.paper = schedule::estimate_by_packing(plan);
  report.hosts = plan.hosts.size();
  report.hosts_seen =
      std::count_if(plan.hosts.begin(), plan.hosts.end(),
                    [](const auto& host) { return host.downloads.count > 0; });
  report.documents = schedule::documents_of(plan);
  report.limit = plan.limits.total;
  report.confidence = options.confidence;
  return report;
}

void print_report(const EstimateReport& report, const Screen& screen) {
  const schedule::CrawlEstimate& ours = report.ours;
  Table table({{"estimate"},
               {"time", Align::kRight},
               {fmt::format("{:.0f} % sure", 100 * report.confidence)},
               {"threads", Align::kRight}});
  table.add({"Curlew's", in_two_units(ours.time),
             in_two_units(ours.low) + " to " + in_two_units(ours.high),
             std::to_string(ours.threads)});
  table.add({"the paper's", in_two_units(report.paper.time), "",
             std::to_string(report.paper.threads)});
  fmt::print(screen.out, "{}", table.render(screen));
  fmt::print(screen.out,
             "At most {} of {} threads are in use at a time, {:.1f} in the mean.\n",
             ours.peak, report.limit, ours.mean_in_flight);
}

// By hand: Boost.JSON writes 227.02 as 2.2702E2.
std::string to_json(const EstimateReport& report) {
  const schedule::CrawlEstimate& ours = report.ours;
  return fmt::format(
      R"({{"hosts":{},"hosts_seen":{},"documents":{},"limit":{},"time_s":{:.3f},)"
      R"("low_s":{:.3f},"high_s":{:.3f},"confidence":{},"threads":{},)"
      R"("peak_threads":{},"mean_threads":{:.2f},"replays":{},"paper_time_s":{:.3f},)"
      R"("paper_threads":{}}})",
      report.hosts, report.hosts_seen, report.documents, report.limit,
      ours.time.count(), ours.low.count(), ours.high.count(), report.confidence,
      ours.threads, ours.peak, ours.mean_in_flight, ours.replays,
      report.paper.time.count(), report.paper.threads);
}

std::string in_two_units(Seconds duration) {
  if (duration.count() < 59.95) return fmt::format("{:.1f} s", duration.count());
  const auto seconds = std::llround(duration.count());
  if (seconds < 3600) return pair_of(seconds / 60, "min", seconds % 60, "s");
  const auto minutes = std::llround(duration.count() / 60);
  if (minutes < 1440) return pair_of(minutes / 60, "h", minutes % 60, "min");
  const auto hours = std::llround(duration.count() / 3600);
  return pair_of(hours / 24, "d", hours % 24, "h");
}

}  // namespace curlew::apps
