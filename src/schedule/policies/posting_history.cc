#include "schedule/policies/posting_history.h"

#include <algorithm>
#include <numeric>

namespace curlew::schedule {
namespace {

// How fast rates move: by so much of their distance for each whole hour that was seen.
// The paper leaves it open. With .4 the six delays of the design page come out within
// 1.5 %; with .1 they would be 3 % shorter.
constexpr float kPace = 0.4f;

// "After four weeks, the system has enough information."
constexpr double kEnoughDays = 28;

// Weekdays are shrunk to an even week by so many articles: four weeks of a feed with
// one article a day say little of its Sundays.
constexpr float kEvenArticles = 20;

double days_between(Second from, Time to) {
  return std::chrono::duration<double, std::chrono::days::period>(to - to_time(from))
      .count();
}

// The layouts before there was one for all, by their first byte. Without them a store
// that is upgraded would be trained for four weeks more, outside its budget.
constexpr std::byte kOldToe{1}, kOldPostingRate{3}, kOldMinDelay{4}, kOldTraining{14};
struct OldToe {
  std::uint8_t mark[4];
  ToeCounters toe;
};
struct OldRates {
  std::uint8_t mark[4];
  HourlyRates rates;
  Time last;
};
struct OldTraining {
  std::uint8_t mark[4];
  HourlyRates rates;
  ToeCounters toe;
  Time since, last, due;
};
static_assert(sizeof(OldTraining) == 136 && sizeof(OldRates) == 112);

// 0 stays "never".
Second second_of(Time time) {
  return time <= Time() ? 0 : std::max(floor_second(time), Second{1});
}

PostingHistory from_old_rates(const OldRates& old) {
  PostingHistory history;
  history.rates = old.rates;
  history.last = second_of(old.last);
  // There was no training, and none begins now.
  if (history.last != 0) history.since = Second{1};
  return history;
}

PostingHistory from_old_training(const OldTraining& old) {
  PostingHistory history;
  history.rates = old.rates;
  history.toe = old.toe;
  history.since = second_of(old.since);
  history.last = second_of(old.last);
  history.due = second_of(old.due);
  return history;
}

}  // namespace

PostingHistory PostingHistory::read(std::span<const std::byte> bytes) {
  PostingHistory history;
  if (bytes[0] == std::byte(StateKind::kPostingHistory)) {
    return PolicyState::read_state<PostingHistory>(bytes);
  }
  if (bytes[0] == kOldTraining) {
    return from_old_training(PolicyState::read_state<OldTraining>(bytes));
  }
  if (bytes[0] == kOldPostingRate || bytes[0] == kOldMinDelay) {
    return from_old_rates(PolicyState::read_state<OldRates>(bytes));
  }
  if (bytes[0] == kOldToe) history.toe = PolicyState::read_state<OldToe>(bytes).toe;
  return history;
}

WeekdayWeights PostingHistory::weekday_weights() const {
  const int articles = std::accumulate(std::begin(by_weekday), std::end(by_weekday), 0);
  if (articles == 0) return kEvenWeek;
  WeekdayWeights weights;
  for (std::size_t day = 0; day < weights.size(); ++day) {
    weights[day] = (7 * float(by_weekday[day]) + kEvenArticles) /
                   (float(articles) + kEvenArticles);
  }
  return weights;
}

// Articles without a time of their own, or with one that cannot be, belong to the day
// on which they were found.
void PostingHistory::count_weekdays(const Observation& seen) {
  const auto count = [this](Time time, std::uint32_t articles) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    std::uint16_t& counter = by_weekday[std::chrono::weekday(day).c_encoding()];
    constexpr std::uint32_t kMost = UINT16_MAX / 2;
    counter = std::uint16_t(counter + std::min(articles, kMost));
    if (counter < kMost) return;
    for (std::uint16_t& each : by_weekday) each /= 2;
  };
  std::uint32_t stated = 0;
  for (const Time time : seen.item_times) {
    if (time <= *seen.previous || time > seen.at || stated == seen.new_items) continue;
    ++stated;
    count(time, 1);
  }
  if (seen.new_items > stated) count(seen.at, seen.new_items - stated);
}

void PostingHistory::note(const Observation& seen) {
  last = std::max(floor_second(seen.at), Second{1});
  if (since == 0) since = last;
}

void PostingHistory::learn_in_training(const Observation& seen) {
  if (seen.previous && since != 0) {
    const double days = std::clamp(days_between(since, seen.at), 0.0, kEnoughDays);
    rates.learn(seen, *seen.previous, float(1 / (1 + days)), weekday_weights());
    count_weekdays(seen);
  }
  note(seen);
}

void PostingHistory::learn(const Observation& seen) {
  if (seen.previous) {
    const WeekdayWeights weights = weekday_weights();
    rates.learn(seen, *seen.previous, kPace, weights);
    if (weights != kEvenWeek) count_weekdays(seen);
  }
  note(seen);
}

double PostingHistory::articles(Time now) const {
  return rates.articles(to_time(last), now, weekday_weights());
}

double PostingHistory::waiting(Time now) const {
  return rates.waiting(to_time(last), now, weekday_weights());
}

Belief PostingHistory::belief(Time now, const Terms& terms) const {
  Belief belief;
  belief.rate_per_day = rates.per_day;
  belief.profile = rates.profile(weekday_weights());
  if (is_new()) return belief;
  belief.expected_items = articles(now);
  belief.value = waiting(now) * terms.weight;
  return belief;
}

void PostingHistory::set_back(Milliseconds by) {
  for (Second* time : {&since, &last, &due}) {
    if (*time != 0) *time = std::max(earlier(*time, by), Second{1});
  }
}

}  // namespace curlew::schedule
