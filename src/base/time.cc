#include "base/time.h"

#include <fmt/format.h>

namespace curlew {

std::string to_iso8601(Time time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(
      std::chrono::floor<std::chrono::seconds>(time - day));
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", int(date.year()),
                     unsigned(date.month()), unsigned(date.day()),
                     clock.hours().count(), clock.minutes().count(),
                     clock.seconds().count());
}

std::string to_human(Milliseconds duration) {
  const double seconds = Seconds(duration).count();
  const double size = seconds < 0 ? -seconds : seconds;
  if (size < 1) return fmt::format("{} ms", duration.count());
  if (size < 100) return fmt::format("{:.0f} s", seconds);
  if (size < 100 * 60) return fmt::format("{:.0f} min", seconds / 60);
  if (size < 72 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.0f} d", seconds / 86400);
}

}  // namespace curlew
