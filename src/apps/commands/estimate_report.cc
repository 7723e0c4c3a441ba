#include "apps/commands/estimate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "apps/output/table.h"

namespace curlew::apps {
namespace {

std::string pair_of(std::int64_t large, const char* large_unit, std::int64_t small,
                    const char* small_unit) {
  return fmt::format("{} {} {} {}", large, large_unit, small, small_unit);
}

std::size_t owners_of(const schedule::CrawlPlan& plan) {
  std::unordered_set<std::uint32_t> owners;
  for (const schedule::PlannedHost& host : plan.hosts) owners.insert(host.owner);
  return owners.size();
}

// The same hosts so many times, each time with owners of their own.
schedule::CrawlPlan repeated(const schedule::CrawlPlan& plan, std::size_t times) {
  schedule::CrawlPlan many = plan;
  many.hosts.clear();
  for (std::uint32_t i = 0; i < times; ++i) {
    for (schedule::PlannedHost host : plan.hosts) {
      host.owner = static_cast<std::uint32_t>(host.owner + i * plan.hosts.size());
      if (i > 0) host.downloads.seen.clear();  // A kilobyte each; the mean is enough.
      many.hosts.push_back(std::move(host));
    }
  }
  return many;
}

std::string counted(std::uint64_t sources) {
  return fmt::format("{}{} sources", sources >= kMostSourcesCounted ? "more than " : "",
                     sources);
}

std::string to_json(std::string_view name, const schedule::DocumentsWithin& within) {
  return fmt::format(R"("{0}":{1},"{0}_low":{2})", name, within.documents, within.low);
}

}  // namespace

Result<FitReport> report_fit(const schedule::CrawlPlan& plan, Seconds within,
                             const schedule::EstimateOptions& options) {
  FitReport report{.within = within,
                   .sources = schedule::documents_of(plan),
                   .confidence = options.confidence};
  TRY_ASSIGN(report.fit, schedule::documents_within(plan, within, options));
  if (report.fit.low < report.sources || report.sources == 0) return report;
  schedule::EstimateOptions quick = options;
  quick.replays = 10;  // Many documents average out what few replays leave to chance.
  std::uint64_t asked = report.sources;
  report.like_these = report.fit;
  for (std::size_t times = 2; asked < kMostSourcesCounted; times *= 2) {
    asked = report.sources * times;
    TRY_ASSIGN(report.like_these,
               schedule::documents_within(repeated(plan, times), within, quick));
    if (report.like_these->low < asked) break;
  }
  return report;
}

void print_report(const FitReport& report, const Screen& screen) {
  const std::string time = in_two_units(report.within);
  if (report.sources == 0) {
    fmt::print(screen.out, "nothing to crawl\n");
  } else if (report.like_these) {
    fmt::print(screen.out, "within {}: all {} sources; {} like them would fit\n", time,
               report.sources, counted(report.like_these->documents));
  } else {
    fmt::print(screen.out, "within {}: {} of {} sources, at least {} ({:.0f} % sure)\n",
               time, report.fit.documents, report.sources, report.fit.low,
               100 * report.confidence);
  }
}

std::string to_json(const FitReport& report) {
  std::string json =
      fmt::format(R"("within_s":{:.3f},"sources":{},"all":{},"confidence":{},{})",
                  report.within.count(), report.sources, report.like_these.has_value(),
                  report.confidence, to_json("fit", report.fit));
  if (report.like_these) json += "," + to_json("like_these", *report.like_these);
  return "{" + json + "}";
}

Result<EstimateReport> report_estimates(const schedule::CrawlPlan& plan,
                                        const schedule::EstimateOptions& options) {
  EstimateReport report;
  TRY_ASSIGN(report.ours, schedule::estimate_crawl(plan, options));
  report.paper = schedule::estimate_by_packing(plan);
  report.hosts = plan.hosts.size();
  report.owners = owners_of(plan);
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
      R"({{"hosts":{},"hosts_seen":{},"owners":{},"documents":{},"limit":{},)"
      R"("time_s":{:.3f},)"
      R"("low_s":{:.3f},"high_s":{:.3f},"confidence":{},"threads":{},)"
      R"("peak_threads":{},"mean_threads":{:.2f},"replays":{},"paper_time_s":{:.3f},)"
      R"("paper_threads":{}}})",
      report.hosts, report.hosts_seen, report.owners, report.documents, report.limit,
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
