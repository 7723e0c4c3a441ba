// What Curlew's whole work costs beside a loop that only fetches. One run, one machine:
//
//   system_bench FEEDS.txt DATA_DIR UPDATE_COMMAND [--pages [QUERIES]]
//   system_bench PAGES.txt DATA_DIR UPDATE_COMMAND --watch
//
// Three polls of all: the first, one with nothing new, and one after UPDATE_COMMAND has
// published three new items in a tenth of the feeds, or changed a tenth of the pages.
// CPU seconds of this process, which does not serve the web. The loop and Curlew take
// turns, so that a noisy neighbour disturbs both.

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "bare_reader.h"
#include "whole_curlew.h"

namespace {

double cpu_seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return double(time.tv_sec) + double(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

long peak_kilobytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

std::vector<std::string> read_lines(const char* path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  using curlew::bench::BareReader;
  using curlew::bench::WholeCurlew;
  if (argc < 4) {
    std::fprintf(stderr,
                 "usage: system_bench FEEDS.txt DATA_DIR UPDATE_COMMAND "
                 "[--pages [QUERIES] | --watch]\n");
    return 2;
  }
  WholeCurlew::Options options;
  options.fetch_pages = argc > 4 && std::strcmp(argv[4], "--pages") == 0;
  options.watch = argc > 4 && std::strcmp(argv[4], "--watch") == 0;
  if (argc > 5) options.queries = std::atoi(argv[5]);
  const std::vector<std::string> urls = read_lines(argv[1]);
  BareReader bare(urls);
  WholeCurlew curlew(argv[2], urls, options);
  const char* const polls[] = {"first poll", "nothing new", "10 % changed"};
  std::printf("%-22s %10s %10s %7s   %s\n", "poll", "bare loop", "curlew", "ratio",
              "stored");
  for (int poll = 0; poll < 3; ++poll) {
    if (poll == 2 && std::system(argv[3]) != 0) return 1;
    const double start = cpu_seconds();
    const BareReader::Poll fetched = bare.poll(100);
    const double middle = cpu_seconds();
    const WholeCurlew::Counts counts = curlew.poll();
    const double end = cpu_seconds();
    std::printf(
        "%-22s %8.3f s %8.3f s %6.2fx   %ld articles, %ld visits "
        "(%zu bodies, %zu not modified, %zu failed)\n",
        polls[poll], middle - start, end - middle, (end - middle) / (middle - start),
        counts.articles, counts.visits, fetched.bodies, fetched.not_modified,
        fetched.failed);
  }
  if (options.queries > 0) std::printf("%ld clips\n", curlew.clips());
  std::printf("peak memory %ld MB\n", peak_kilobytes() / 1024);
  return 0;
}
