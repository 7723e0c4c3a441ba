#include "sim/replay/tally.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace curlew::sim {
namespace {

constexpr Milliseconds kHour = std::chrono::hours(1);
constexpr Milliseconds kDay = std::chrono::days(1);
constexpr std::int64_t kMostPeriods = 13;

std::size_t pieces(Milliseconds length, Milliseconds piece) {
  return static_cast<std::size_t>((length + piece - Milliseconds(1)) / piece);
}

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

Seconds quantile(const std::vector<Milliseconds>& sorted, double at) {
  if (sorted.empty()) return Seconds(0);
  const auto place = static_cast<std::size_t>(at * double(sorted.size() - 1) + 0.5);
  return sorted[place];
}

Seconds mean(const std::vector<Milliseconds>& values) {
  if (values.empty()) return Seconds(0);
  double sum = 0;
  for (const Milliseconds value : values) sum += Seconds(value).count();
  return Seconds(sum / double(values.size()));
}

}  // namespace

double recall_of(const SourceCounts& counts, EventKind kind) {
  return share(kind == EventKind::kItems ? counts.seen : counts.found, counts.events);
}

double precision_of(const SourceCounts& counts) {
  return share(counts.found, counts.visits);
}

Milliseconds period_of(Milliseconds scored_time) {
  for (const int length : {1, 7, 30, 91}) {
    if (scored_time <= kMostPeriods * length * kDay) return length * kDay;
  }
  return (scored_time / kMostPeriods / kDay + 1) * kDay;
}

Tally::Tally(const Sample& sample, EventKind kind, std::uint32_t items_shown)
    : window_(sample.window),
      kind_(kind),
      items_shown_(items_shown == 0 ? std::numeric_limits<std::uint32_t>::max()
                                    : items_shown),
      pending_(pieces(window_.end - window_.begin, kHour)),
      through_(pending_.size() + 1),
      daily_max_(pieces(window_.end - window_.begin, kDay)) {
  period_ = period_of(window_.end - window_.begin);
  for (Time from = window_.begin; from < window_.end; from += period_) {
    over_time_.push_back({from, {}});
  }
  sources_.reserve(sample.sources.size());
  for (const TracedSource* traced : sample.sources) {
    Source& source = sources_.emplace_back();
    source.events = events_between(*traced, window_.start, window_.end);
    const auto scored = events_between(*traced, window_.begin, window_.end);
    source.counts.events = static_cast<std::uint32_t>(scored.size());
    for (const Time event : scored) ++period_at(event).events;
  }
}

// Of a time that is scored.
SourceCounts& Tally::period_at(Time time) {
  return over_time_[static_cast<std::size_t>((time - window_.begin) / period_)].counts;
}

void Tally::fail(std::size_t source, Time now) {
  if (!window_.scores(now)) return;
  ++sources_[source].counts.visits;
  ++period_at(now).visits;
}

std::span<const Time> Tally::visit(std::size_t source, Time now) {
  Source& visited = sources_[source];
  const std::span<const Time> seen = settle(visited, now, Fate::kSeen);
  if (window_.scores(now)) {
    ++visited.counts.visits;
    ++period_at(now).visits;
    if (!seen.empty()) ++visited.counts.found;
    if (!seen.empty()) ++period_at(now).found;
  }
  return seen;
}

// Everything up to `now` has met its fate. Returns what the feed still lists of it.
std::span<const Time> Tally::settle(Source& source, Time now, Fate fate) {
  const std::size_t first = source.next;
  while (source.next < source.events.size() && source.events[source.next] <= now) {
    ++source.next;
  }
  const auto unseen = source.events.subspan(first, source.next - first);
  if (unseen.empty()) return {};
  const std::size_t lost =
      unseen.size() - std::min<std::size_t>(unseen.size(), items_shown_);
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    const bool is_lost = i < lost;
    add_pending(unseen[i], is_lost ? unseen[i + items_shown_] : now);
    if (!window_.scores(unseen[i])) continue;
    if (is_lost) {
      ++lost_;
    } else {
      delays_.push_back(now - unseen[i]);
      source.counts.waited += now - unseen[i];
      ++source.counts.delays;
      if (fate == Fate::kSeen) ++source.counts.seen;
      if (fate == Fate::kSeen) ++period_at(unseen[i]).seen;
    }
  }
  add_stale(unseen.front(), now);
  mark_days(unseen, now);
  return unseen.subspan(lost);
}

// In constant time, however many hours it spans: the first and the last hour get their
// parts, those between are summed up at the end.
void Tally::add_pending(Time from, Time to) {
  from = std::max(from, window_.begin);
  to = std::min(to, window_.end);
  if (from >= to) return;
  const Milliseconds begin = from - window_.begin, end = to - window_.begin;
  const auto first = static_cast<std::size_t>(begin / kHour);
  const auto last = static_cast<std::size_t>(end / kHour);
  if (first == last) {
    pending_[first] += double((end - begin).count());
    return;
  }
  pending_[first] += double(((first + 1) * kHour - begin).count());
  if (last < pending_.size()) pending_[last] += double((end - last * kHour).count());
  ++through_[first + 1];
  --through_[last];
}

void Tally::add_stale(Time from, Time to) {
  const Milliseconds stale = std::min(to, window_.end) - std::max(from, window_.begin);
  if (stale.count() > 0) stale_ms_ += double(stale.count());
}

void Tally::mark_days(std::span<const Time> unseen, Time now) {
  if (now < window_.begin) return;
  const Time first = std::max(unseen.front(), window_.begin);
  const auto last_day = std::min<std::size_t>(
      static_cast<std::size_t>((now - window_.begin) / kDay), daily_max_.size() - 1);
  std::size_t pending = 0;
  for (auto day = static_cast<std::size_t>((first - window_.begin) / kDay);
       day <= last_day; ++day) {
    const Time day_end = window_.begin + (day + 1) * kDay;
    while (pending < unseen.size() && unseen[pending] < day_end) ++pending;
    const std::size_t listed = std::min<std::size_t>(pending, items_shown_);
    daily_max_[day] = std::max(daily_max_[day], double(listed));
  }
}

Scorecard Tally::finish() {
  for (Source& source : sources_) settle(source, window_.end, Fate::kWaiting);
  Scorecard card;
  std::int64_t through = 0;
  for (std::size_t hour = 0; hour < pending_.size(); ++hour) {
    through += through_[hour];
    pending_[hour] += double(through) * double(kHour.count());
    const auto of_day = (window_.begin.time_since_epoch() / kHour + hour) % 24;
    card.pending_by_hour[of_day] += pending_[hour];
  }
  const double hours = double((window_.end - window_.begin).count()) / 24;
  for (double& pending : card.pending_by_hour) pending /= hours;
  std::ranges::sort(delays_);
  card.delays = std::move(delays_);
  card.daily_max_pending = std::move(daily_max_);
  card.over_time = std::move(over_time_);
  for (const Source& source : sources_) card.sources.push_back(source.counts);
  card.score = score_of(card);
  return card;
}

Score Tally::score_of(const Scorecard& card) const {
  const double length = double((window_.end - window_.begin).count());
  Score score;
  score.mean_delay = mean(card.delays);
  score.p50_delay = quantile(card.delays, 0.5);
  score.p90_delay = quantile(card.delays, 0.9);
  score.p99_delay = quantile(card.delays, 0.99);
  score.max_delay = quantile(card.delays, 1);
  score.mean_pending = std::accumulate(pending_.begin(), pending_.end(), 0.0) / length;
  score.daily_max_pending = std::accumulate(card.daily_max_pending.begin(),
                                            card.daily_max_pending.end(), 0.0) /
                            double(card.daily_max_pending.size());
  score.lost = lost_;
  score.freshness = 1 - stale_ms_ / (length * double(sources_.size()));
  add_recall(score);
  return score;
}

void Tally::add_recall(Score& score) const {
  SourceCounts all;
  double recalls = 0, with_events = 0;
  for (const Source& source : sources_) {
    const SourceCounts& counts = source.counts;
    all.events += counts.events;
    all.found += counts.found;
    all.seen += counts.seen;
    score.visits += counts.visits;
    if (counts.events == 0) continue;
    recalls += recall_of(counts, kind_);
    ++with_events;
  }
  score.recall = recall_of(all, kind_);
  score.precision = share(all.found, double(score.visits));
  score.macro_recall = share(recalls, with_events);
}

std::size_t unavoidable_losses(const Sample& sample, std::uint32_t items_shown) {
  if (items_shown == 0) return 0;
  std::size_t lost = 0;
  for (const TracedSource* source : sample.sources) {
    const auto events = events_between(*source, sample.window.begin, sample.window.end);
    for (std::size_t i = 0; i < events.size();) {
      const Time hour = std::chrono::floor<std::chrono::hours>(events[i]);
      const std::size_t first = i;
      while (i < events.size() && events[i] < hour + kHour) ++i;
      if (i - first > items_shown) lost += i - first - items_shown;
    }
  }
  return lost;
}

}  // namespace curlew::sim
