#include "control/crawl/change_model.h"

#include <algorithm>
#include <cmath>

#include "schedule/documents/host_habits.h"
#include "schedule/documents/phase_filter.h"

namespace curlew::control {
namespace {

namespace documents = schedule::documents;

// More visits than these say the same once more.
constexpr std::uint32_t kMostVisits = 40;
constexpr double kShortestDays = 1.0 / 24, kLongestDays = 3650;
constexpr double kGapSteps = 5, kSpanSteps = 50;  // Of a factor e.
// The population is of documentation and terms of service. Pages at large change as
// they like: so much of each habit is believed in as well.
constexpr float kAnyHabit = .03f;

// A site is as usual, as sure as changes expected so many times would make it.
constexpr double kUsualVisits = 2;
constexpr double kLeastLeaning = .05, kMostLeaning = 30;
constexpr std::ptrdiff_t kMostMoments = 512;
constexpr Milliseconds kApart = std::chrono::hours(1);

// A site's word is worth even odds, as sure as so many visits would make it. What it
// was worth long ago counts less and less.
constexpr double kHintsAtFirst = 2;
constexpr double kMostHints = 200;
constexpr double kLeastWorth = .1;

bool is_hinted(const frontier::PageHistory& history) {
  return history.hinted > history.last_visit;
}

double days_of(Milliseconds span) {
  return std::chrono::duration<double>(span).count() / 86'400;
}

const documents::Habits& prior_of_pages() {
  static const documents::Habits prior = [] {
    documents::Habits habits = documents::population_prior();
    for (float& habit : habits)
      habit = (1 - kAnyHabit) * habit + kAnyHabit / float(documents::kHabits);
    return habits;
  }();
  return prior;
}

std::int32_t step_of(double days, double steps) {
  return std::int32_t(
      std::lround(std::log(std::clamp(days, kShortestDays, kLongestDays)) * steps));
}

}  // namespace

frontier::PageHistory history_of(const frontier::CrawlPageState& page) {
  return {.first_visit = page.first_visit,
          .last_visit = page.last_visit,
          .visits = page.visits,
          .changes = page.changes,
          .site = page.site,
          .hinted = page.hinted};
}

double DocumentChange::changed(const frontier::PageHistory& history, Time now) const {
  const double expected = expected_changes(history, now);
  const double by_itself =
      expected <= 0
          ? 0
          : -std::expm1(-expected * leaning(history.site, history.last_visit));
  if (!is_hinted(history)) return by_itself;
  return by_itself + (1 - by_itself) * worth_of_hints(history.site);
}

// Of hinted pages that were not expected to have changed: how many had. What changes
// anyway, and what is always said to have changed, earns nothing.
double DocumentChange::worth_of_hints(frontier::SiteNumber site) const {
  const auto found = hints_.find(std::uint32_t(site));
  const Hints hints = found == hints_.end() ? Hints{} : found->second;
  const double worth =
      (kHintsAtFirst / 2 + std::max(0.0, hints.found - hints.expected)) /
      (kHintsAtFirst + std::max(0.0, hints.visits - hints.expected));
  // A little would be much beside pages that hardly ever change.
  return worth < kLeastWorth ? 0 : worth;
}

void DocumentChange::learn(const frontier::PageHistory& before, Time now,
                           bool has_changed) {
  // What a visit can find is one change; what was expected counts alike.
  const double by_itself = -std::expm1(-expected_changes(before, now));
  double expected = by_itself;
  if (is_hinted(before)) {
    // Its neighbours of whom nothing was said are not to profit from what was said.
    expected += (1 - by_itself) * worth_of_hints(before.site);
    Hints& hints = hints_[std::uint32_t(before.site)];
    if (hints.visits >= kMostHints) {
      hints.visits /= 2;
      hints.found /= 2;
      hints.expected /= 2;
    }
    ++hints.visits;
    hints.found += has_changed ? 1 : 0;
    hints.expected += by_itself;
  }
  std::vector<Moment>& moments = sites_[std::uint32_t(before.site)];
  if (moments.empty() || now >= moments.back().at + kApart) {
    // Later evidence than any that is there; a clock that was set back adds to the
    // last.
    Moment next = moments.empty() ? Moment{} : moments.back();
    next.at = now;
    if (std::ssize(moments) == kMostMoments) {
      moments.erase(moments.begin(), moments.begin() + kMostMoments / 2);
    }
    moments.push_back(next);
  }
  moments.back().found += has_changed ? 1 : 0;
  moments.back().expected += expected;
}

double DocumentChange::leaning(frontier::SiteNumber site, Time since) const {
  const auto found = sites_.find(std::uint32_t(site));
  if (found == sites_.end()) return 1;
  const std::vector<Moment>& moments = found->second;
  const auto after = std::ranges::upper_bound(moments, since, {}, &Moment::at);
  const Moment before = after == moments.begin() ? Moment{} : *(after - 1);
  const Moment& last = moments.back();
  const double leaning = (kUsualVisits + last.found - before.found) /
                         (kUsualVisits + last.expected - before.expected);
  return std::clamp(leaning, kLeastLeaning, kMostLeaning);
}

double DocumentChange::expected_changes(const frontier::PageHistory& history,
                                        Time now) const {
  const double days = days_of(now - history.last_visit);
  if (days <= 0 || history.visits == 0) return 0;
  const Conditions& weights = belief(history);
  // Between two steps of the scale; below it nothing is known but that it is less.
  const double place =
      std::log(std::clamp(days, kShortestDays, kLongestDays)) * kSpanSteps;
  const double below = std::floor(place);
  const auto changes_at = [&](double step) {
    const double unchanged =
        double(documents::dot(weights, survival(std::exp(step / kSpanSteps))));
    return -std::log(std::clamp(unchanged, 1e-6, 1.0));
  };
  const double changes =
      std::lerp(changes_at(below), changes_at(below + 1), place - below);
  return changes * std::min(1.0, days / kShortestDays);
}

const DocumentChange::Conditions& DocumentChange::survival(double days) const {
  const std::int32_t step = std::int32_t(std::lround(std::log(days) * kSpanSteps));
  const auto found = survivals_.find(step);
  if (found != survivals_.end()) return found->second;
  return survivals_.emplace(step, documents::phase_model().survival(days))
      .first->second;
}

const DocumentChange::Conditions& DocumentChange::belief(
    const frontier::PageHistory& history) const {
  std::uint32_t visits = history.visits - 1;  // The first one compared nothing.
  std::uint32_t changes = std::min(history.changes, visits);
  const double gap =
      visits == 0 ? 0 : days_of(history.last_visit - history.first_visit) / visits;
  if (visits > kMostVisits) {
    changes = std::uint32_t(std::lround(double(changes) * kMostVisits / visits));
    visits = kMostVisits;
  }
  const std::int32_t gap_step = visits == 0 ? 0 : step_of(gap, kGapSteps);
  const std::uint64_t key = std::uint64_t(visits) << 48 | std::uint64_t(changes) << 32 |
                            std::uint32_t(gap_step);
  const auto found = beliefs_.find(key);
  if (found != beliefs_.end()) return found->second;
  Conditions likelihoods = documents::unseen();
  for (std::uint32_t i = 1; i <= visits; ++i) {
    const auto changes_until = [&](std::uint32_t visit) {
      return (visit * changes + visits / 2) / visits;
    };
    const bool is_changed = changes_until(i) != changes_until(i - 1);
    likelihoods = documents::after_visit(
        documents::phase_model(), likelihoods, std::exp(gap_step / kGapSteps),
        is_changed ? documents::Seen::kChanged : documents::Seen::kUnchanged);
  }
  return beliefs_.emplace(key, documents::with_prior(likelihoods, prior_of_pages()))
      .first->second;
}

}  // namespace curlew::control
