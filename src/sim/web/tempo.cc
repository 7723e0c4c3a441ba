#include "sim/web/tempo.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace curlew::sim {

std::string to_calendar(VirtualHours hours) {
  static constexpr std::array kDays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                       "Friday", "Saturday", "Sunday"};
  const auto minutes = std::int64_t(std::floor(hours.count() * 60));
  const std::int64_t in_week = ((minutes % 10080) + 10080) % 10080;
  return fmt::format("{} {:02}:{:02}", kDays[std::size_t(in_week / 1440)],
                     in_week / 60 % 24, in_week % 60);
}

}  // namespace curlew::sim
