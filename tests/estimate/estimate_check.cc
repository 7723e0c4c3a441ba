// Estimates the time of crawls, then makes them: estimate_check [--replayed] [--seed N]
// [NAME…]. Prints a table; fails when too few estimates hold. --replayed: in virtual
// time, so that it does not matter what else the machine does.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "crawls.h"
#include "report.h"
#include "trial.h"

namespace curlew::estimate {
namespace {

struct Options {
  std::uint64_t seed = 1;
  Maker maker = Maker::kFetcher;
  std::vector<std::string> names;  // Empty: all.
};

Options parse_options(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--replayed") {
      options.maker = Maker::kReplay;
    } else if (words[i] == "--seed" && i + 1 < words.size()) {
      options.seed = std::strtoull(words[++i].c_str(), nullptr, 10);
    } else {
      options.names.push_back(words[i]);
    }
  }
  return options;
}

// Other programs on the machine make crawls longer than they would be.
std::string load_average() {
  std::ifstream file("/proc/loadavg");
  std::string load;
  file >> load;
  return load;
}

bool holds(const Options& options) {
  std::vector<Trial> trials;
  fmt::print("seed {}, load {} at the start\n\n", options.seed, load_average());
  print_heading(stdout);
  std::uint64_t seed = 1'000 * options.seed;
  for (const CrawlSpec& crawl : make_crawls(options.seed)) {
    ++seed;
    const auto& names = options.names;
    const bool is_asked = names.empty() || std::find(names.begin(), names.end(),
                                                     crawl.name) != names.end();
    if (!is_asked) continue;
    trials.push_back(run_trial(crawl, seed, options.maker));
    print_line(trials.back(), stdout);
  }
  const Score score = score_of(trials);
  print_score(score, stdout);
  fmt::print("load {} at the end\n", load_average());
  return is_good(score);
}

}  // namespace
}  // namespace curlew::estimate

int main(int count, char** words) {
  using namespace curlew::estimate;
  const Options options = parse_options({words + 1, words + count});
  return holds(options) ? EXIT_SUCCESS : EXIT_FAILURE;
}
