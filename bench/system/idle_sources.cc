// What a source costs that nothing happens to: resident bytes of a controller that has
// loaded them, and the time it takes to load them.
//
//   idle_sources DATA_DIR [SOURCES]

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "base/clock.h"
#include "broker/broker.h"
#include "control/controller.h"
#include "schedule/make_policy.h"
#include "schedule/state_kind.h"
#include "store/store.h"

namespace {

using namespace curlew;

long resident_bytes() {
  long total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

bool add_sources(store::Store& store, int count, Time now) {
  std::vector<model::Source> sources(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    sources[i].url =
        fmt::format("https://host{}.example/section/{}/feed.xml", i / 3, i);
    sources[i].title = fmt::format("Feed number {} of host {}", i, i / 3);
    sources[i].kind = model::SourceKind::kFeed;
    sources[i].added = now;
  }
  return store.sources().add_all(sources, now).ok();
}

// As after some weeks: every source has a learned state and its own next visit.
bool learn(store::Store& store, int count, Time now) {
  auto batch = store.begin();
  if (!batch.ok()) return false;
  const std::size_t bytes =
      schedule::make_curlew_policy(model::Objective::kDelay)->state_bytes();
  for (int i = 1; i <= count; ++i) {
    const store::ScheduleRow row{
        .source = {i},
        .next_due = now + std::chrono::seconds(i * 7919LL % 86'400),
        .last_visit = now,
        .last_success = now,
        .policy_state = std::string(bytes, char(schedule::StateKind::kNews))};
    if (!store.schedule().save(row).ok()) return false;
  }
  return batch->commit().ok();
}

Milliseconds cpu_time() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto ms = [](const timeval& t) { return t.tv_sec * 1000 + t.tv_usec / 1000; };
  return Milliseconds(ms(used.ru_utime) + ms(used.ru_stime));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: idle_sources DATA_DIR [SOURCES]\n");
    return 2;
  }
  const int count = argc > 2 ? std::atoi(argv[2]) : 100'000;
  const SystemClock clock;
  const auto store = store::open_sqlite_store(std::string(argv[1]) + "/idle.db",
                                              store::OpenMode::kReadWrite);
  if (!store.ok() || !add_sources(**store, count, clock.now()) ||
      !learn(**store, count, clock.now())) {
    return 1;
  }
  const auto broker = broker::make_memory_broker({});
  control::Controller controller({}, schedule::make_curlew_policy, **store, *broker,
                                 clock, Random(1));
  malloc_trim(0);
  const long before = resident_bytes();
  const SteadyTime start = clock.steady();
  const Milliseconds cpu = cpu_time();
  if (!controller.load().ok()) return 1;
  const Milliseconds took = clock.steady() - start;
  const Milliseconds worked = cpu_time() - cpu;
  malloc_trim(0);
  fmt::print("{} idle sources: {} bytes each, loaded in {} ms ({} ms of CPU)\n", count,
             (resident_bytes() - before) / count, took.count(), worked.count());
  return 0;
}
