#include "schedule/truth.h"

#include <algorithm>

namespace curlew::schedule {

double changes_per_day(const Truth& truth, const SourceTruth& source) {
  const auto changes = std::ranges::count_if(source.events, [&truth](Time event) {
    return truth.begin <= event && event < truth.end;
  });
  const std::chrono::duration<double, std::ratio<86'400>> days =
      truth.end - truth.begin;
  return changes == 0 ? 0 : double(changes) / days.count();
}

}  // namespace curlew::schedule
