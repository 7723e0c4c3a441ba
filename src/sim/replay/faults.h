// What goes wrong in a replay: visits that fail, sources that are away for hours, feeds
// that state wrong times, and a machine whose clock is set by hand.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "model/outcome.h"
#include "sim/replay/sample.h"

namespace curlew::sim {

enum class ClockFaults { kNone, kJumps };

struct FaultOptions {
  // Share, each by itself.
  double failed_visits = 0;
  // Share of the time in which a source does not answer, in spells of 6 h in the mean.
  double timeouts = 0;
  // Share of the sources whose items state no time, or only their date, or the time of
  // another zone; a third of them each.
  double wrong_times = 0;
  // The wall clock is wrong twice, for two days each: 26 h slow from a third of the run
  // on, 30 h fast from two thirds on.
  ClockFaults clock = ClockFaults::kNone;
};

class Faults {
 public:
  Faults(const FaultOptions& options, const Window& window, std::size_t sources,
         std::uint64_t seed);

  // What our own clock shows.
  Time wall_clock(Time now) const;

  // How a visit ends. Times must not go back for one source.
  model::FetchOutcome outcome(std::size_t source, Time now);

  // The times that a source states of its items; valid until the next call.
  std::span<const Time> stated_times(std::size_t source, std::span<const Time> items);

 private:
  enum class Stated : std::uint8_t { kTrue, kNone, kDate, kOtherZone };
  struct Source {
    Stated stated = Stated::kTrue;
    Milliseconds zone{0};
    bool is_away = false;
    // It stays away, or there, until then.
    Time until;
  };

  void part_sources(std::size_t count);
  Milliseconds spell(bool is_away);
  bool is_away(Source& source, Time now);

  const FaultOptions options_;
  const Window window_;
  Random random_;
  // Empty when all of them behave.
  std::vector<Source> sources_;
  std::vector<Time> stated_;
};

}  // namespace curlew::sim
