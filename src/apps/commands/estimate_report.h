// Both estimates of a crawl's time side by side, for people and for programs.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/output/screen.h"
#include "base/result.h"
#include "base/time.h"
#include "schedule/estimate/crawl_estimate.h"
#include "schedule/estimate/paper_estimate.h"

namespace curlew::apps {

struct EstimateReport {
  std::size_t hosts = 0;
  std::size_t owners = 0;      // Of them.
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

// How many sources fit into a time, each visited once.
struct FitReport {
  Seconds within{0};
  std::uint64_t sources = 0;
  schedule::DocumentsWithin fit;  // Of them.
  // When all fit: so many sources on hosts like these would. More than this is not
  // counted.
  std::optional<schedule::DocumentsWithin> like_these;
  double confidence = 0;
};
inline constexpr std::uint64_t kMostSourcesCounted = 200'000;

Result<FitReport> report_fit(const schedule::CrawlPlan& plan, Seconds within,
                             const schedule::EstimateOptions& options);
void print_report(const FitReport& report, const Screen& screen);
std::string to_json(const FitReport& report);

// "1 h 23 min", "4 min 5 s", "12.3 s": two units are enough.
std::string in_two_units(Seconds duration);

}  // namespace curlew::apps
