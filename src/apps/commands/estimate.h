// `curlew estimate`: how long will the next crawl take? And how estimates are told.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "apps/commands/context.h"
#include "apps/output/screen.h"
#include "base/result.h"
#include "service/estimate.h"

namespace curlew::apps {

// As configured here.
service::CrawlSettings crawl_settings(const Config& config);

struct EstimateCommandOptions {
  // 0: as configured.
  std::size_t threads = 0;
  // A duration: how many sources fit into it?
  std::string within;
  std::uint64_t seed = 1;
  bool json = false;
};
Result<void> estimate_next_crawl(const Context& context,
                                 const EstimateCommandOptions& options);

void print_report(const service::EstimateReport& report, const Screen& screen);
std::string to_json(const service::EstimateReport& report);

void print_report(const service::FitReport& report, const Screen& screen);
std::string to_json(const service::FitReport& report);

// "1 h 23 min", "4 min 5 s", "12.3 s": two units are enough.
std::string in_two_units(Seconds duration);

}  // namespace curlew::apps
