// How it goes: the one sentence's facts, how late articles are found on their way to
// users, and what more visits would buy.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "service/clips.h"
#include "service/explain.h"
#include "service/find_source.h"
#include "service/lateness.h"
#include "store/status.h"
#include "store/store.h"

namespace curlew::service {

struct HealthHour {
  Time hour;
  std::int64_t articles = 0;
  std::optional<Milliseconds> median_delay;
};
struct Health {
  Time now;
  // Of a user without articles and pages that are wanted.
  store::StatusCounts counts;
  // Found in the last 24 hours.
  std::int64_t articles_today = 0;
  // Of those that have a date.
  std::optional<Milliseconds> median_delay;
  // The last 24, the oldest first.
  std::vector<HealthHour> hours;
  // Clips of the viewer.
  std::int64_t unread = 0;
  std::int64_t lists = 0;
};
// Of what the viewer sees. Delays by kMostArrivals articles: of a picture of 24 hours
// the newest of each, which stand for all of their hour, of one of days evenly of all
// (store::sample_arrivals()).
inline constexpr std::size_t kMostArrivals = 2'400;
Result<Health> take_health(store::Store& store, Time now, Milliseconds late_after,
                           Viewer viewer = {});

struct SourceDelay {
  model::SourceId source;
  std::string title;
  Quantiles quantiles;
};
struct DelayPicture {
  int days = 7;
  // From publication to discovery, from there to the match, from there to delivery, and
  // all of it.
  Quantiles found, matched, delivered, all;
  // By hour of the day (UTC) of publication.
  std::array<Quantiles, 24> hours;
  // Today first.
  std::vector<DayLateness> by_day;
  // The latest first.
  std::vector<SourceDelay> sources;
  // Of the viewer's lists.
  std::vector<ClipTiming> lists;
};
inline constexpr std::size_t kMostDelayedShown = 100;
// By at most kMostArrivals articles, evenly of all that were found in these days: its
// counts are of those. `user` is the viewer's name; empty: the operator.
Result<DelayPicture> take_delays(store::Store& store, int days, Time now,
                                 Viewer viewer = {}, const std::string& user = {});

// What a budget buys.
struct BudgetOffer {
  double factor = 1;
  double visits_per_hour = 0;
  // The mean time that articles wait.
  double expected_delay_s = 0;
};
struct BudgetPicture {
  // nullopt: there is none.
  std::optional<double> visits_per_hour;
  // The share of it that was used of late.
  double use = 0;
  // nullopt where too little is known of the sources.
  std::vector<BudgetOffer> offers;
};
// By the scheduler's own model: its beliefs of how often sources publish, and its rule
// that the time between visits falls with the root of the price, not below the least
// gap. Of at most kMostModelled sources, evenly chosen. Takes a while: keep it.
inline constexpr std::size_t kMostModelled = 2'000;
Result<BudgetPicture> offer_budgets(store::Store& store, const PlanningOptions& options,
                                    Time now);

// What one source can expect by the same model.
struct VisitOutlook {
  // The next ones, the first of them planned.
  std::vector<Time> next_visits;
  // Nullopt where nothing is known of it.
  std::optional<double> expected_delay_s;
};
VisitOutlook outlook_of(const SourcePlan& plan, const store::WatchedSource& source,
                        Milliseconds minimum_gap, Time now);

}  // namespace curlew::service
