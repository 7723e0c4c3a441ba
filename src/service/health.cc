#include "service/health.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

#include "service/reading.h"
#include "store/activity.h"
#include "store/source_slice.h"

namespace curlew::service {
namespace {

constexpr std::size_t kDayHours = 24;
// Factors of the present budget that are offered.
constexpr double kFactors[] = {0.25, 0.5, 1, 2, 4, 8};
constexpr std::size_t kVisitsForeseen = 5;
// The way of so many clips says how long it is.
constexpr std::size_t kMostClipsTimed = 1'000;

std::optional<Milliseconds> median_of(std::vector<Milliseconds>& values) {
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + std::ptrdiff_t((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// One that stands for `weight` articles.
struct WeighedDelay {
  Milliseconds delay;
  double weight = 1;
};

// The least that half of all articles do not exceed.
std::optional<Milliseconds> weighed_median_of(std::vector<WeighedDelay>& delays) {
  double left = 0;
  for (const WeighedDelay& each : delays) left += each.weight / 2;
  std::ranges::sort(delays, {}, &WeighedDelay::delay);
  for (const WeighedDelay& each : delays) {
    left -= each.weight;
    if (left <= 0) return each.delay;
  }
  return delays.empty() ? std::nullopt : std::optional(delays.back().delay);
}

// Of clips that were matched in that time.
void add_clip_stages(std::span<const store::ClipTimes> clips, DelayPicture& picture) {
  std::vector<Milliseconds> matched, delivered, all;
  for (const store::ClipTimes& each : clips) {
    matched.push_back(each.matched - each.found);
    if (!each.sent) continue;
    delivered.push_back(*each.sent - each.matched);
    if (each.is_misdated) continue;
    all.push_back(*each.sent - each.published.value_or(each.found));
  }
  picture.matched = to_quantiles(std::move(matched));
  picture.delivered = to_quantiles(std::move(delivered));
  picture.all = to_quantiles(std::move(all));
}

using DelaysBySource = std::unordered_map<model::SourceId, std::vector<Milliseconds>>;

Result<void> add_sources(store::Store& store, DelaysBySource& delays,
                         DelayPicture& picture) {
  for (auto& [source, values] : delays) {
    picture.sources.push_back({source, "", to_quantiles(std::move(values))});
  }
  const auto later = [](const SourceDelay& a, const SourceDelay& b) {
    return a.quantiles.p50 != b.quantiles.p50 ? a.quantiles.p50 > b.quantiles.p50
                                              : a.source.value < b.source.value;
  };
  std::ranges::sort(picture.sources, later);
  if (picture.sources.size() > kMostDelayedShown) {
    picture.sources.resize(kMostDelayedShown);
  }
  std::vector<model::SourceId> ids;
  for (const SourceDelay& each : picture.sources) ids.push_back(each.source);
  TRY_ASSIGN(const auto found, store.sources().find(ids));
  std::unordered_map<model::SourceId, std::string> names;
  for (const store::WatchedSource& each : found) {
    names[each.source.id] = name_of(each.source);
  }
  for (SourceDelay& each : picture.sources) each.title = names[each.source];
  return {};
}

// Days between visits at a price: an article waits half of it in the mean, and waiting
// costs what the visit does.
double interval_days(double rate_per_day, double price, double least_days) {
  if (rate_per_day <= 0) return 0;
  return std::max(std::sqrt(2 * price / rate_per_day), least_days);
}

}  // namespace

Result<Health> take_health(store::Store& store, Time now, Milliseconds late_after,
                           Viewer viewer) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  const model::UserId user = viewer.value_or(model::UserId{});
  const Time since = now - std::chrono::hours(kDayHours);
  Health health;
  health.now = now;
  store::SeenOnce seen(store.database(), user);
  TRY_ASSIGN(health.counts,
             store::count_status(store, now, late_after, user,
                                 store::Counting::kWithoutArticles, seen));
  const Time first =
      std::chrono::floor<std::chrono::hours>(now) - std::chrono::hours(kDayHours - 1);
  for (std::size_t i = 0; i < kDayHours; ++i) {
    health.hours.push_back({first + std::chrono::hours(i), 0, {}});
  }
  TRY_ASSIGN(const store::VisibleSources* const visible, seen.get());
  TRY_ASSIGN(const auto counts,
             store::count_arrivals(store.database(), since, *visible));
  for (const store::HourCount& each : counts) {
    health.articles_today += each.articles;
    const auto hour = std::chrono::floor<std::chrono::hours>(each.hour - first).count();
    if (hour < 0 || hour >= std::int64_t(kDayHours)) continue;
    health.hours[std::size_t(hour)].articles = each.articles;
  }
  std::vector<store::Arrival> arrived;
  // How many articles each of its hour stands for.
  std::vector<double> weights;
  for (const HealthHour& each : health.hours) {
    TRY_ASSIGN(const auto some, store::arrivals(store.database(), each.hour,
                                                each.hour + std::chrono::hours(1),
                                                *visible, kMostArrivals / kDayHours));
    arrived.insert(arrived.end(), some.begin(), some.end());
    weights.push_back(double(each.articles) /
                      double(std::max<std::size_t>(some.size(), 1)));
  }
  TRY(store::check_dates(store.database(), arrived));
  std::vector<std::vector<Milliseconds>> delays(kDayHours);
  std::vector<WeighedDelay> all;
  for (const store::Arrival& each : arrived) {
    if (!each.published) continue;
    const auto hour =
        std::size_t(std::chrono::floor<std::chrono::hours>(each.found - first).count());
    all.push_back({each.found - *each.published, weights[hour]});
    delays[hour].push_back(all.back().delay);
  }
  health.median_delay = weighed_median_of(all);
  for (std::size_t i = 0; i < kDayHours; ++i) {
    health.hours[i].median_delay = median_of(delays[i]);
  }
  if (!viewer) return health;
  TRY_ASSIGN(const auto lists, read_lists(store, *viewer, seen));
  health.lists = std::int64_t(lists.size());
  for (const CountedList& each : lists) health.unread += each.count.unread;
  return health;
}

Result<DelayPicture> take_delays(store::Store& store, int days, Time now, Viewer viewer,
                                 const std::string& user) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  DelayPicture picture;
  picture.days = days;
  const Time today = std::chrono::floor<std::chrono::days>(now);
  std::vector<Milliseconds> found;
  std::array<std::vector<Milliseconds>, kDayHours> hours;
  DelaysBySource by_source;
  TRY_ASSIGN(const auto seen, store::VisibleSources::of(
                                  store.database(), viewer.value_or(model::UserId{})));
  const Time since = today - std::chrono::days(days - 1);
  TRY_ASSIGN(auto arrived,
             store::sample_arrivals(store.database(), since, seen, kMostArrivals));
  TRY(store::check_dates(store.database(), arrived));
  std::map<Time, std::vector<store::DelayRow>, std::greater<>> by_day;
  for (const store::Arrival& each : arrived) {
    if (!each.published) continue;
    const Milliseconds delay = each.found - *each.published;
    by_day[std::chrono::floor<std::chrono::days>(each.found)].push_back(
        {each.source, each.found, delay});
    found.push_back(delay);
    const Time hour = std::chrono::floor<std::chrono::hours>(*each.published);
    const auto of_day = hour - std::chrono::floor<std::chrono::days>(hour);
    hours[std::size_t(std::chrono::floor<std::chrono::hours>(of_day).count())]
        .push_back(delay);
    by_source[each.source].push_back(delay);
  }
  for (const auto& [day, rows] : by_day) {
    if (const auto lateness = lateness_of(rows)) {
      picture.by_day.push_back({day, *lateness});
    }
  }
  picture.found = to_quantiles(std::move(found));
  for (std::size_t i = 0; i < kDayHours; ++i) {
    picture.hours[i] = to_quantiles(std::move(hours[i]));
  }
  TRY(add_sources(store, by_source, picture));
  TRY_ASSIGN(auto clips, store.clips().times({.user = viewer}, kMostClipsTimed));
  // The newest come first.
  const auto older = std::ranges::find_if(
      clips, [&](const store::ClipTimes& each) { return each.matched < since; });
  clips.erase(older, clips.end());
  add_clip_stages(clips, picture);
  if (user.empty()) return picture;
  TRY_ASSIGN(picture.lists, time_lists(store, user, clips));
  return picture;
}

Result<BudgetPicture> offer_budgets(store::Store& store, const PlanningOptions& options,
                                    Time now) {
  TRY_ASSIGN(auto snapshot, store.snapshot());
  TRY_ASSIGN(Explainer explainer, Explainer::make(options, store));
  TRY_ASSIGN(const auto counts, store::count_status(store, now, Milliseconds(0)));
  const std::size_t all = std::size_t(counts.active + counts.failing);
  const std::size_t step = std::max<std::size_t>(1, all / kMostModelled);
  TRY_ASSIGN(const auto ids,
             store::sample_sources(store.database(), step, kMostModelled));
  TRY_ASSIGN(const auto sources, store.sources().find(ids));
  std::vector<double> rates;
  for (const store::WatchedSource& each : sources) {
    if (each.source.objective != model::Objective::kDelay) continue;
    const SourcePlan plan = explainer.explain(control::planned(each), now);
    if (plan.rate_per_day > 0) rates.push_back(plan.rate_per_day);
  }
  BudgetPicture picture;
  double price = options.planners.planner.price;
  for (const Planning& each : explainer.summaries()) {
    if (each.objective != model::Objective::kDelay) continue;
    price = each.price > 0 ? each.price : price;
    picture.use = each.budget_use;
    if (each.budget_per_hour) {
      picture.visits_per_hour = *each.budget_per_hour * double(all);
    }
  }
  if (rates.empty()) return picture;
  const double least =
      double(options.planners.planner.constraints.minimum_gap.count()) / 86'400'000.0;
  const double scale = double(all) / double(std::max<std::size_t>(sources.size(), 1));
  for (const double factor : kFactors) {
    double visits = 0, waiting = 0, articles = 0;
    for (const double rate : rates) {
      const double days = interval_days(rate, price / (factor * factor), least);
      visits += 1 / days;
      waiting += rate * days / 2;
      articles += rate;
    }
    picture.offers.push_back({.factor = factor,
                              .visits_per_hour = visits * scale / 24,
                              .expected_delay_s = waiting / articles * 86'400});
  }
  return picture;
}

VisitOutlook outlook_of(const SourcePlan& plan, const store::WatchedSource& source,
                        Milliseconds minimum_gap, Time now) {
  VisitOutlook outlook;
  const auto due = next_visit(source);
  if (!due) return outlook;
  const Time next = std::max(*due, now);
  outlook.next_visits.push_back(next);
  const double least = double(minimum_gap.count()) / 86'400'000.0;
  double days = interval_days(plan.rate_per_day, plan.price, least);
  if (source.source.wishes.interval) {
    days = double(source.source.wishes.interval->count()) / 86'400'000.0;
  }
  if (days <= 0) return outlook;
  if (plan.rate_per_day > 0) outlook.expected_delay_s = days / 2 * 86'400;
  Time at = next;
  while (outlook.next_visits.size() < kVisitsForeseen) {
    // In busy hours of its week it is looked at more often, by the root of the rate.
    double pace = 1;
    if (plan.profile.size() == 168 && !source.source.wishes.interval) {
      const auto hours = std::chrono::floor<std::chrono::hours>(at.time_since_epoch());
      // 1970 began on a Thursday.
      const auto hour = std::size_t((hours.count() + 72) % 168);
      pace = 1 / std::sqrt(std::clamp(double(plan.profile[hour]), 0.05, 20.0));
    }
    at += Milliseconds(std::int64_t(std::max(days * pace, least) * 86'400'000.0));
    outlook.next_visits.push_back(at);
  }
  return outlook;
}

}  // namespace curlew::service
