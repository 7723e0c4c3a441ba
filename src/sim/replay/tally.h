// Keeps the scores of a replay: what each visit saw, how long it had waited, what
// nobody saw in time.
//
// Feeds list items, and a visit sees all that are listed. Of a document a visit sees
// the present state: however often it changed since the last visit, that is one
// observed change.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"
#include "sim/replay/sample.h"

namespace curlew::sim {

enum class EventKind { kItems, kChanges };

// All of the scored time alone. Shares are 0 when there was nothing to share.
struct Score {
  // Failed ones too.
  std::size_t visits = 0;
  // From publication to the visit that saw it. What was not seen is charged up to the
  // end of the scored time; what was lost is not in it.
  Seconds mean_delay{0}, p50_delay{0}, p90_delay{0}, p99_delay{0}, max_delay{0};
  // Unseen items of all sources together, over time.
  double mean_pending = 0;
  // A day's largest number at one source; days' mean.
  double daily_max_pending = 0;
  // Fell out of the feed unseen.
  std::size_t lost = 0;
  // Items seen, or changes observed, of all that happened.
  double recall = 0;
  // Visits that found something new, of all.
  double precision = 0;
  // Mean over the sources.
  double macro_recall = 0;
  // Share of the time in which nothing was unseen.
  double freshness = 0;
};

// What the scores were made of, for plots.
struct SourceCounts {
  std::uint32_t events = 0;
  std::uint32_t visits = 0;
  // Visits that saw something new.
  std::uint32_t found = 0;
  // Events that were seen.
  std::uint32_t seen = 0;
  // The sum of all delays.
  Seconds waited{0};
  // How many delays there are.
  std::uint32_t delays = 0;
};
// A stretch of the scored time. An event counts where it happened, a visit where it
// was made: a change that is observed in the next period counts as observed there.
struct Period {
  Time from;
  SourceCounts counts;
};
struct Scorecard {
  Score score;
  std::vector<Period> over_time;
  // Sorted.
  std::vector<Milliseconds> delays;
  // Hour of day, UTC.
  std::array<double, 24> pending_by_hour{};
  // Day by day.
  std::vector<double> daily_max_pending;
  // In the sample's order.
  std::vector<SourceCounts> sources;
};

// Of all that happened, and of the visits made, how much was caught.
double recall_of(const SourceCounts& counts, EventKind kind);
double precision_of(const SourceCounts& counts);

// How long the periods of a scored time are: a day, a week, a month or a quarter, so
// that there are at most thirteen of them; more than three years have longer ones.
Milliseconds period_of(Milliseconds scored_time);

class Tally {
 public:
  // `items_shown`: how many items a feed lists, its newest; 0: all. Keeps references to
  // the sample's events.
  Tally(const Sample& sample, EventKind kind, std::uint32_t items_shown);

  // The source is visited. Returns the events that the visit sees for the first time.
  std::span<const Time> visit(std::size_t source, Time now);
  // It is asked, but does not answer.
  void fail(std::size_t source, Time now);

  // Ends the scored time. Call it once.
  Scorecard finish();

 private:
  enum class Fate { kSeen, kWaiting };
  struct Source {
    // From the window's start to its end.
    std::span<const Time> events;
    // The first that no visit has dealt with.
    std::size_t next = 0;
    SourceCounts counts;
  };

  std::span<const Time> settle(Source& source, Time now, Fate fate);
  SourceCounts& period_at(Time time);
  void add_pending(Time from, Time to);
  void add_stale(Time from, Time to);
  void mark_days(std::span<const Time> unseen, Time now);
  Score score_of(const Scorecard& card) const;
  void add_recall(Score& score) const;

  const Window window_;
  const EventKind kind_;
  const std::uint32_t items_shown_;
  std::vector<Source> sources_;
  Milliseconds period_;
  std::vector<Period> over_time_;
  std::vector<Milliseconds> delays_;
  // Item-milliseconds in each hour; partial hours.
  std::vector<double> pending_;
  // Changes of the number pending all the hour.
  std::vector<std::int64_t> through_;
  std::vector<double> daily_max_;
  double stale_ms_ = 0;
  std::size_t lost_ = 0;
};

// Of sources that list so few items, those that nobody can see who comes once an hour:
// the items beyond the newest `items_shown` of each hour of the clock.
std::size_t unavoidable_losses(const Sample& sample, std::uint32_t items_shown);

}  // namespace curlew::sim
