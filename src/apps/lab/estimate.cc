#include "apps/commands/estimate.h"

#include <fmt/format.h>

#include "apps/lab/host_table.h"
#include "apps/lab/lab.h"
#include "apps/whole_file.h"

namespace curlew::apps {

Result<void> lab_estimate(const LabEstimateOptions& options, std::FILE* out) {
  TRY_ASSIGN(const std::string csv, read_whole_file(options.hosts));
  schedule::CrawlPlan plan;
  TRY_ASSIGN(plan.hosts, parse_host_table(csv, options.hosts));
  plan.limits.total = options.threads;
  plan.limits.per_owner = options.per_host;
  plan.robots = options.robots_known ? schedule::RobotsTxt::kKnown
                                     : schedule::RobotsTxt::kAskedFor;
  TRY_ASSIGN(const service::EstimateReport report,
             service::report_estimates(plan, {.seed = options.seed}));
  if (options.json) {
    fmt::print(out, "{}\n", to_json(report));
  } else {
    print_report(report, screen_of(out));
  }
  return {};
}

}  // namespace curlew::apps
