// Quiet alarms: users are told once when a source starts to fail, once when it works
// again, once when it is gone for good or stopped, and once when it has said nothing
// for so long that its learned rhythm makes it improbable. What changed since the last
// round is one notice for each user, so that a network that is down is one message and
// not a thousand.
//
// Belongs to the controller's thread.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/time.h"
#include "control/alarm_text.h"
#include "control/planners.h"
#include "schedule/policy.h"
#include "store/store.h"

namespace curlew::control {

struct SourceAlarmsOptions {
  Milliseconds every = std::chrono::minutes(1);
  // A source is quiet when silence as long as its own had a probability below this.
  double improbable = .001;
  // Of fewer no rhythm can be learned.
  std::size_t least_articles = 10;
  // Sources that a step looks at.
  std::size_t at_once = 500;
  // Further ones of a notice are counted.
  std::size_t most_lines = 50;
};

// The probability of no article from `last_new` to `now` (Poisson), by what is believed
// of the source's rate and week. 1 where nothing is.
double probability_of_silence(const schedule::Belief& belief, Time last_new, Time now);

class SourceAlarms {
 public:
  // `planners` knows what is believed of the sources. Both must outlive it.
  SourceAlarms(SourceAlarmsOptions options, store::Store& store,
               const Planners& planners, const Clock& clock);

  // Does a little when it is time to. Returns whether there are notices to be sent.
  Result<bool> step();

 private:
  // Something to tell of a source.
  struct News {
    model::SourceId source;
    SourceNews what;
  };

  Result<void> look_for_failing();
  Result<void> look_for_quiet();
  bool is_quiet(const store::WatchedSource& row) const;
  Result<void> begin(const store::WatchedSource& row, std::string_view kind,
                     SourceNews news);
  Result<void> end(const store::AlarmRow& alarm, const store::WatchedSource& row,
                   SourceNews news);
  Result<bool> tell();

  const SourceAlarmsOptions options_;
  store::Store& store_;
  const Planners& planners_;
  const Clock& clock_;
  SteadyTime next_round_ = SteadyTime::min();
  // How far the round has come with quiet ones.
  model::SourceId quiet_after_;
  std::vector<News> news_;
};

}  // namespace curlew::control
