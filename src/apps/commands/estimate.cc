#include "apps/commands/estimate.h"

#include <fmt/format.h>

#include <cmath>

#include "apps/output/table.h"
#include "base/units.h"

namespace curlew::apps {
namespace {

std::string pair_of(std::int64_t large, const char* large_unit, std::int64_t small,
                    const char* small_unit) {
  return fmt::format("{} {} {} {}", large, large_unit, small, small_unit);
}

std::string sources_text(std::uint64_t sources) {
  return fmt::format("{}{} sources",
                     sources >= service::kMostSourcesCounted ? "more than " : "",
                     sources);
}

std::string json_fields(std::string_view name,
                        const schedule::DocumentsWithin& within) {
  return fmt::format(R"("{0}":{1},"{0}_low":{2})", name, within.documents, within.low);
}

}  // namespace

service::CrawlSettings crawl_settings(const Config& config) {
  service::CrawlSettings settings;
  settings.politeness = config.fetch.politeness;
  settings.terminals = config.terminals.count;
  for (std::size_t i = 1; i <= config.terminals.count; ++i) {
    settings.terminal_caches.push_back(
        fmt::format("{}/terminal-{}.db", config.data.dir, i));
  }
  return settings;
}

namespace {

Result<void> estimate_within(const Context& context, store::Store& store,
                             const EstimateCommandOptions& options) {
  const auto within = parse_duration(options.within);
  if (!within || within->count() <= 0) {
    return Error{
        ErrorKind::kUsage,
        fmt::format("--within {}: a duration is expected, such as 1h", options.within)};
  }
  TRY_ASSIGN(auto plan, service::plan_next_crawl(store, crawl_settings(context.config),
                                                 context.clock.now(),
                                                 service::CrawlScope::kSources));
  if (options.threads > 0) plan.limits.total = options.threads;
  TRY_ASSIGN(const service::FitReport report,
             service::report_fit(plan, *within, {.seed = options.seed}));
  if (options.json) {
    fmt::print(context.screen.out, "{}\n", apps::to_json(report));
  } else {
    print_report(report, context.screen);
  }
  return {};
}

}  // namespace

Result<void> estimate_next_crawl(const Context& context,
                                 const EstimateCommandOptions& options) {
  TRY_ASSIGN(const auto store, open_store(context.config, store::OpenMode::kReadOnly));
  if (!options.within.empty()) return estimate_within(context, *store, options);
  TRY_ASSIGN(auto plan, service::plan_next_crawl(*store, crawl_settings(context.config),
                                                 context.clock.now()));
  if (options.threads > 0) plan.limits.total = options.threads;
  TRY_ASSIGN(const service::EstimateReport report,
             service::report_estimates(plan, {.seed = options.seed}));
  const Screen& screen = context.screen;
  if (options.json) {
    fmt::print(screen.out, "{}\n", apps::to_json(report));
  } else if (report.documents == 0) {
    fmt::print(screen.out, "nothing to crawl\n");
  } else {
    fmt::print(screen.out,
               "{} documents on {} hosts of {} owners, {} of them visited before\n",
               report.documents, report.hosts, report.owners, report.hosts_seen);
    print_report(report, screen);
  }
  return {};
}

void print_report(const service::FitReport& report, const Screen& screen) {
  const std::string time = in_two_units(report.within);
  if (report.sources == 0) {
    fmt::print(screen.out, "nothing to crawl\n");
  } else if (report.like_these) {
    fmt::print(screen.out, "within {}: all {} sources; {} like them would fit\n", time,
               report.sources, sources_text(report.like_these->documents));
  } else {
    fmt::print(screen.out, "within {}: {} of {} sources, at least {} ({:.0f} % sure)\n",
               time, report.fit.documents, report.sources, report.fit.low,
               100 * report.confidence);
  }
}

std::string to_json(const service::FitReport& report) {
  std::string json =
      fmt::format(R"("within_s":{:.3f},"sources":{},"all":{},"confidence":{},{})",
                  report.within.count(), report.sources, report.like_these.has_value(),
                  report.confidence, json_fields("fit", report.fit));
  if (report.like_these) json += "," + json_fields("like_these", *report.like_these);
  return "{" + json + "}";
}

void print_report(const service::EstimateReport& report, const Screen& screen) {
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
std::string to_json(const service::EstimateReport& report) {
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
