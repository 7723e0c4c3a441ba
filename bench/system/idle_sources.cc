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
#include "schedule/policies/policies.h"
#include "store/central_store.h"

namespace {

using namespace curlew;

long resident_bytes() {
  long total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

bool add_sources(store::CentralStore& store, int count, Time now) {
  std::vector<model::Source> sources(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    sources[i].url =
        fmt::format("https://host{}.example/section/{}/feed.xml", i / 3, i);
    sources[i].title = fmt::format("Feed number {} of host {}", i, i / 3);
    sources[i].kind = model::SourceKind::kFeed;
    sources[i].added = now;
  }
  return store.add_sources(sources, now).ok();
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
  if (!store.ok() || !add_sources(**store, count, clock.now())) return 1;
  const auto broker = broker::make_memory_broker({}, clock);
  control::Controller controller({}, schedule::make_toe_policy({}), **store, *broker,
                                 clock, Random(1));
  malloc_trim(0);
  const long before = resident_bytes();
  const SteadyTime start = clock.steady();
  if (!controller.load().ok()) return 1;
  const Milliseconds took = clock.steady() - start;
  malloc_trim(0);
  fmt::print("{} idle sources: {} bytes each, loaded in {} ms\n", count,
             (resident_bytes() - before) / count, took.count());
  return 0;
}
