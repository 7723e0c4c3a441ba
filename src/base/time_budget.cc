#include "base/time_budget.h"

#include <ctime>

namespace curlew {

std::chrono::nanoseconds thread_cpu_time() {
  timespec spent{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

}  // namespace curlew
