// Both estimates of a crawl's time side by side, for people and for programs.

#pragma once

#include <cstdint>
#include <string>

#include "apps/output/screen.h"
#include "base/result.h"
#include "base/time.h"
#include "schedule/estimate/crawl_estimate.h"
#include "schedule/estimate/paper_estimate.h"

namespace curlew::apps {

struct EstimateReport {
  std::size_t hosts = 0;
  std::size_t hosts_seen = 0;  // Before, so that something is known of their speed.
  std::uint64_t documents = 0;
  std::size_t limit = 0;  // Requests at a time.
  double confidence = 0;
  schedule::CrawlEstimate ours;
  schedule::PaperEstimate paper;
};

Result<EstimateReport> report_estimates(const schedule::CrawlPlan& plan,
                                        const schedule::EstimateOptions& options);

void print_report(const EstimateReport& report, const Screen& screen);
std::string to_json(const EstimateReport& report);

// "1 h 23 min", "4 min 5 s", "12.3 s": two units are enough.
std::string in_two_units(Seconds duration);

}  // namespace curlew::apps
