// How long will the next crawl take, with how many requests at a time, and how many
// sources fit into a time?

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "fetch/fetcher.h"
#include "schedule/estimate/crawl_estimate.h"
#include "schedule/estimate/crawl_plan.h"
#include "schedule/estimate/paper_estimate.h"
#include "store/store.h"

namespace curlew::service {

// What a crawl is made of.
enum class CrawlScope { kSourcesAndPages, kSources };

struct CrawlSettings {
  fetch::Politeness politeness;
  std::size_t terminals = 1;
  // Files of theirs, which know what robots.txt files ask for.
  std::vector<std::string> terminal_caches;
};

// A crawl that visits each active or failing source once, and fetches the pages that
// wait, beginning at `now`. What it assumes:
// - A host answers as it did to the visits of the last thirty days.
// - Each host's robots.txt is asked for, as after a start, and names the delay that it
//   named when it was last read.
// - Hosts of one registrable domain share their owner's delay where so configured.
// - All terminals together have their number times the configured limit.
Result<schedule::CrawlPlan> plan_next_crawl(
    store::Store& store, const CrawlSettings& settings, Time now,
    CrawlScope scope = CrawlScope::kSourcesAndPages);

// Visits of sources whose every version is wanted, which begin together (WOD §3).
struct CrawlRound {
  Time begins;
  std::uint64_t documents = 0;
  // How long it will take.
  schedule::CrawlEstimate estimate;
};
// The next one of these rounds; nullopt where nothing will be due in it.
Result<std::optional<CrawlRound>> next_round(store::Store& store,
                                             const CrawlSettings& settings,
                                             Milliseconds round, Time now);

// Both estimates of a crawl's time side by side.
struct EstimateReport {
  std::size_t hosts = 0;
  // How many owners the hosts belong to.
  std::size_t owners = 0;
  // Hosts that were visited before, so that something is known of their speed.
  std::size_t hosts_seen = 0;
  std::uint64_t documents = 0;
  // Requests at a time.
  std::size_t limit = 0;
  double confidence = 0;
  schedule::CrawlEstimate ours;
  schedule::PaperEstimate paper;
};

Result<EstimateReport> report_estimates(const schedule::CrawlPlan& plan,
                                        const schedule::EstimateOptions& options);

// How many sources fit into a time, each visited once.
struct FitReport {
  Seconds within{0};
  std::uint64_t sources = 0;
  // How many of the sources fit.
  schedule::DocumentsWithin fit;
  // When all fit: so many sources on hosts like these would. More than this is not
  // counted.
  std::optional<schedule::DocumentsWithin> like_these;
  double confidence = 0;
};
inline constexpr std::uint64_t kMostSourcesCounted = 200'000;

Result<FitReport> report_fit(const schedule::CrawlPlan& plan, Seconds within,
                             const schedule::EstimateOptions& options);

}  // namespace curlew::service
