// Measures one way of fetching in a process of its own, so that neither memory nor
// caches of another way disturb it. run.sh calls it for all ways in turn.
//
//   compare_fetching <way> <port> <concurrency> <requests> <path> fresh|kept
//
// prints: way, fresh|kept, concurrency, path, good, bad, CPU seconds, wall seconds.

#include <curl/curl.h>
#include <fmt/core.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <string_view>

#include "fetch/load.h"

namespace curlew::bench {
namespace {

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](timeval time) {
    return double(time.tv_sec) + time.tv_usec / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

using Way = Outcome (*)(const Load&);

Way find_way(std::string_view name) {
  if (name == "bare-epoll") return &run_bare_epoll;
  if (name == "bare-poll") return &run_bare_poll;
  if (name == "client") return &run_client;
  if (name == "fetcher") return &run_fetcher;
  return nullptr;
}

int run(int argc, char** argv) {
  if (argc != 7) {
    fmt::print(stderr,
               "usage: compare_fetching WAY PORT CONCURRENCY REQUESTS PATH MODE\n");
    return 2;
  }
  Load load;
  load.port = std::uint16_t(std::atoi(argv[2]));
  load.concurrency = std::size_t(std::atoi(argv[3]));
  load.requests = std::size_t(std::atoi(argv[4]));
  load.path = argv[5];
  load.keep_connections = std::string_view(argv[6]) == "kept";
  if (load.keep_connections) load.hosts = 20;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  if (print_memory(argv[1], load)) return 0;
  const auto way = find_way(argv[1]);
  if (way == nullptr) {
    fmt::print(stderr, "compare_fetching: unknown way '{}'\n", argv[1]);
    return 2;
  }
  const auto cpu = cpu_seconds();
  const auto begin = std::chrono::steady_clock::now();
  const auto outcome = way(load);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{:.3f}\t{:.3f}\n", argv[1], argv[6],
             load.concurrency, load.path, outcome.good, outcome.bad,
             cpu_seconds() - cpu, wall.count());
  return outcome.bad == 0 ? 0 : 1;
}

}  // namespace
}  // namespace curlew::bench

int main(int argc, char** argv) { return curlew::bench::run(argc, argv); }
