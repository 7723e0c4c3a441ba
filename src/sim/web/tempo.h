// Two times: the real one, in which clients live and which every date on the little web
// shows, and the virtual one, in which its editors live and which runs faster. So a
// newcomer sees a day's rhythm in minutes, and a client never meets a date in the
// future.

#pragma once

#include "base/time.h"

namespace curlew::sim {

// Hours of the virtual calendar. Hour 0 is midnight before the first Monday.
using VirtualHours = std::chrono::duration<double, std::ratio<3600>>;

// The little web opens on that Monday morning, when newsrooms are busy.
inline constexpr VirtualHours kOpening{8};

struct Tempo {
  // When the web opened. A restart with the same epoch goes on.
  Time epoch;
  // Virtual seconds a real second: a day in 2.4 minutes.
  double speed = 600;

  VirtualHours virtual_time(Time real) const {
    return kOpening + VirtualHours(real - epoch) * speed;
  }
  Time real_time(VirtualHours hours) const {
    return epoch + std::chrono::round<Milliseconds>((hours - kOpening) / speed);
  }
};

// "Monday 08:20", for the people on the little web.
std::string to_calendar(VirtualHours hours);

}  // namespace curlew::sim
