#include "service/lateness.h"

#include <algorithm>

namespace curlew::service {
namespace {

constexpr int kDays = 7;
constexpr std::size_t kMostOfADay = 10'000;

// The least delay that this share of them does not exceed.
Milliseconds at_rank(std::vector<Milliseconds>& delays, std::size_t percent) {
  const std::size_t rank = (delays.size() * percent + 99) / 100;
  const auto place =
      delays.begin() + std::ptrdiff_t(std::max<std::size_t>(rank, 1) - 1);
  std::nth_element(delays.begin(), place, delays.end());
  return *place;
}

}  // namespace

std::optional<Lateness> lateness_of(std::span<const store::DelayRow> delays) {
  if (delays.empty()) return std::nullopt;
  std::vector<Milliseconds> sorted;
  sorted.reserve(delays.size());
  for (const store::DelayRow& row : delays) sorted.push_back(row.delay);
  return Lateness{delays.size(), at_rank(sorted, 50), at_rank(sorted, 95),
                  at_rank(sorted, 99)};
}

Result<std::vector<DayLateness>> lateness_by_day(store::Store& store,
                                                 model::SourceId source, Time now,
                                                 Viewer viewer) {
  std::vector<DayLateness> days;
  const Time today = std::chrono::floor<std::chrono::days>(now);
  for (int back = 0; back < kDays; ++back) {
    const Time day = today - std::chrono::days(back);
    TRY_ASSIGN(const std::vector<store::DelayRow> delays,
               store.articles().delays(day, day + std::chrono::days(1), source,
                                       kMostOfADay, viewer.value_or(model::UserId{})));
    if (const auto lateness = lateness_of(delays)) days.push_back({day, *lateness});
  }
  return days;
}

}  // namespace curlew::service
