// How many reports a controller commits, by the clock and by the processor:
//
//   commit_reports FILE|postgres://… [SERVER_PID]
//
// The real controller on a real database: it plans, orders, prepares, commits in its
// own batches and sends receipts. Only the terminal is made up, and the time in which
// it makes up reports is not counted. With SERVER_PID, that of PostgreSQL's first
// process, the processor time of the server's processes is counted too.

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "broker/broker.h"
#include "control/controller.h"
#include "schedule/make_policy.h"
#include "scripted_terminal.h"
#include "shifted_clock.h"
#include "store/postgres/postgres_database.h"
#include "store/query.h"
#include "store/store.h"

namespace curlew::bench {
namespace {

constexpr int kFeeds = 10'000;

constexpr Workload kWorkloads[] = {
    {.name = "20 new articles each", .new_percent = 100, .new_items = 20},
    {.name = "nothing new"},
    {.name = "mixed", .new_percent = 10, .new_items = 3, .fetch_pages = true},
    {.name = "with large pages",
     .new_percent = 10,
     .new_items = 3,
     .fetch_pages = true,
     .page_bytes = 220'000},
};

void check(const Result<void>& result) {
  if (result.ok()) return;
  std::fprintf(stderr, "commit_reports: %s\n", result.error().text.c_str());
  std::exit(1);
}
template <typename T>
T must(Result<T> result) {
  if (!result.ok()) check(Error(result.error()));
  return std::move(result).value();
}

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

double clock_seconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The fields of proc(5)'s stat from the third on: the second, a name, has spaces.
std::vector<std::string> stat_of(const std::filesystem::path& process) {
  std::ifstream file(process / "stat");
  std::string line;
  std::getline(file, line);
  const std::size_t end = line.rfind(')');
  std::vector<std::string> fields;
  if (end == std::string::npos) return fields;
  for (std::size_t at = end + 2; at < line.size();) {
    const std::size_t space = std::min(line.find(' ', at), line.size());
    fields.push_back(line.substr(at, space - at));
    at = space + 1;
  }
  return fields;
}

// Of the server's first process, of its children, and of those that have ended.
double server_cpu_seconds(const std::string& pid) {
  constexpr std::size_t kParent = 1, kUser = 11, kSystem = 12, kDeadUser = 13,
                        kDeadSystem = 14;
  double ticks = 0;
  if (pid.empty()) return 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto stat = stat_of(entry.path());
    if (stat.size() <= kDeadSystem) continue;
    if (name != pid && stat[kParent] != pid) continue;
    ticks += std::stod(stat[kUser]) + std::stod(stat[kSystem]);
    if (name == pid) ticks += std::stod(stat[kDeadUser]) + std::stod(stat[kDeadSystem]);
  }
  return ticks / double(sysconf(_SC_CLK_TCK));
}

void add_feeds(store::Store& store, Time now) {
  std::vector<model::Source> sources(kFeeds);
  for (int i = 0; i < kFeeds; ++i) {
    sources[i].url = fmt::format("https://www.host{}.example/feed.xml", i);
    sources[i].kind = model::SourceKind::kFeed;
    sources[i].added = now;
  }
  must(store.sources().add_all(sources, now));
}

struct Spent {
  std::size_t reports = 0;
  double clock = 0;
  double client = 0;
  double server = 0;
};

// Until as many reports are committed as there are feeds, and all that these entail.
Spent measure(const Workload& workload, store::Store& store, ShiftedClock& clock,
              const std::string& server) {
  const auto broker = broker::make_memory_broker({});
  control::ControllerOptions options;
  options.ledger.fetch_pages = workload.fetch_pages;
  control::Controller controller(options, schedule::make_curlew_policy, store, *broker,
                                 clock, Random(1));
  check(controller.load());
  ScriptedTerminal terminal(workload, *broker, clock);
  Spent spent;
  const double server_before = server_cpu_seconds(server);
  while (true) {
    const double cpu = cpu_seconds(), now = clock_seconds();
    check(controller.step(Milliseconds(0)));
    spent.client += cpu_seconds() - cpu;
    spent.clock += clock_seconds() - now;
    if (terminal.answer() > 0) continue;
    if (!controller.is_idle()) {
      // The last reports wait for others to be committed with.
      clock.skip(std::chrono::seconds(1));
    } else if (terminal.counts().reports >= kFeeds) {
      break;
    } else {
      clock.skip(std::chrono::hours(24));
    }
  }
  spent.server = server_cpu_seconds(server) - server_before;
  spent.reports = terminal.counts().reports;
  return spent;
}

void print(const Workload& workload, const Spent& spent) {
  const double thousands = double(spent.reports) / 1000;
  const double reports = double(spent.reports);
  fmt::print("{:<21} {:>7} {:>9.0f} {:>9.0f} {:>9.3f} {:>9.3f}\n", workload.name,
             spent.reports, reports * 60 / spent.clock,
             reports * 60 / (spent.client + spent.server), spent.client / thousands,
             spent.server / thousands);
  std::fflush(stdout);
}

// Of the shortest question, in microseconds: the median of many.
long round_trip(store::Store& store) {
  std::vector<double> took;
  for (int i = 0; i < 101; ++i) {
    const double start = clock_seconds();
    store::Query query(store.database(), "SELECT 1");
    must(query.next());
    took.push_back(clock_seconds() - start);
  }
  std::ranges::sort(took);
  return std::lround(took[took.size() / 2] * 1e6);
}

}  // namespace
}  // namespace curlew::bench

int main(int argc, char** argv) {
  using namespace curlew;
  if (argc < 2) {
    std::fprintf(stderr, "usage: commit_reports FILE|postgres://... [SERVER_PID]\n");
    return 2;
  }
  const std::string place = argv[1];
  const std::string server = argc > 2 ? argv[2] : "";
  const bool is_server = store::is_postgres_url(place);
  const auto store = bench::must(
      store::open_store({.file = is_server ? "" : place, .url = is_server ? place : ""},
                        store::OpenMode::kController));
  bench::ShiftedClock clock;
  bench::add_feeds(*store, clock.now());
  fmt::print("a round trip takes {} us\n", bench::round_trip(*store));
  fmt::print("{:<21} {:>7} {:>9} {:>9} {:>9} {:>9}\n", "", "reports", "a minute",
             "a CPU-min", "client", "server");
  for (const bench::Workload& workload : bench::kWorkloads) {
    bench::print(workload, bench::measure(workload, *store, clock, server));
  }
  return 0;
}
