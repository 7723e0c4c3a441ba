#include "crawls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace curlew::estimate {
namespace {

enum class Spread {
  kEven,
  kZipf
};  // kZipf: the host of rank r has most / r documents.

struct Range {
  double low, high;
};

struct HostGroup {
  int hosts;
  Range documents;
  Shape shape;
  Range mean_ms;
  double learned = 1;  // So much of the documents in the learning crawl.
  Range crawl_delay_ms{0, 0};
  double moved = 0;  // Means moved by up to this share since then.
  int owners = 0;    // That the hosts belong to; 0: to one each.
  Spread spread = Spread::kEven;
};

struct Outline {
  const char* name;
  std::vector<HostGroup> groups;
  int delay_ms;
  std::size_t total = 200;
  std::size_t per_host = 1;
  bool robots = true;
};

std::vector<Outline> outlines() {
  using enum Shape;
  return {
      {"uniform", {{12, {40, 40}, kLogNormal, {80, 80}}}, 60},
      {"one big host",
       {{1, {60, 60}, kLogNormal, {80, 80}, 0.5}, {25, {3, 8}, kLogNormal, {50, 150}}},
       60},
      {"many tiny hosts", {{120, {1, 3}, kLogNormal, {40, 160}}}, 30, 5},
      {"heavy tails", {{15, {60, 80}, kHeavyTail, {40, 60}}}, 40},
      {"limit binds", {{40, {12, 12}, kLogNormal, {60, 140}, 0.5}}, 30, 6},
      {"one at a time", {{15, {8, 12}, kLogNormal, {30, 80}}}, 30, 1},
      {"bimodal", {{10, {50, 70}, kBimodal, {50, 80}}}, 40},
      {"slowing down", {{10, {30, 50}, kSlowingDown, {80, 120}, 0.6}}, 40},
      {"moved since", {{12, {30, 50}, kLogNormal, {60, 120}, 0.5, {0, 0}, 0.15}}, 40},
      {"long delays", {{8, {10, 30}, kLogNormal, {30, 60}, 0.3, {100, 400}}}, 50},
      {"little learned", {{15, {30, 50}, kLogNormal, {60, 120}, 0.2}}, 40},
      {"some never seen",
       {{16, {20, 40}, kLogNormal, {60, 120}}, {4, {5, 10}, kLogNormal, {60, 120}, 0}},
       50},
      {"three connections", {{8, {70, 100}, kLogNormal, {150, 250}}}, 20, 200, 3},
      {"shared owners", {{16, {8, 16}, kLogNormal, {60, 100}, 0.5, {0, 0}, 0, 5}}, 40},
      {"Zipf",
       {{30, {100, 100}, kLogNormal, {50, 100}, 0.4, {0, 0}, 0, 0, Spread::kZipf}},
       40,
       5},
      {"everything",
       {{5, {20, 40}, kConstant, {50, 100}},
        {5, {20, 40}, kBimodal, {50, 100}},
        {5, {20, 40}, kHeavyTail, {50, 100}},
        {5, {20, 40}, kSlowingDown, {50, 100}, 0.5, {60, 120}},
        {30, {1, 3}, kLogNormal, {50, 200}}},
       40,
       12},
      {"fast and slow",
       {{6, {30, 60}, kLogNormal, {20, 40}}, {6, {30, 40}, kLogNormal, {150, 250}}},
       40},
      {"delays rule", {{20, {20, 40}, kConstant, {20, 30}, 0.3}}, 200},
      {"no robots.txt", {{20, {15, 25}, kLogNormal, {60, 120}, 0.5}}, 50, 8, 1, false},
      {"two giants",
       {{2, {50, 60}, kLogNormal, {70, 90}}, {50, {2, 6}, kLogNormal, {50, 150}}},
       40,
       5},
  };
}

int documents_of(const HostGroup& group, int rank, Random& random) {
  double documents = random.uniform(group.documents.low, group.documents.high);
  if (group.spread == Spread::kZipf) documents /= rank;
  return std::max(1, static_cast<int>(std::lround(documents)));
}

std::string name_of(const HostGroup& group, std::size_t number) {
  if (group.owners == 0) return fmt::format("host{}.example", number);
  return fmt::format("host{}.owner{}.example", number, number % group.owners);
}

HostSpec make_host(const HostGroup& group, int rank, std::size_t number,
                   Random& random) {
  const auto pick = [&](Range range) { return random.uniform(range.low, range.high); };
  HostSpec host;
  host.name = name_of(group, number);
  host.latency = {group.shape, Seconds(pick(group.mean_ms) / 1000)};
  host.before = 1 + random.uniform(-group.moved, group.moved);
  host.documents = documents_of(group, rank, random);
  host.learned = static_cast<int>(std::ceil(host.documents * group.learned));
  host.crawl_delay = Milliseconds(std::lround(pick(group.crawl_delay_ms)));
  return host;
}

CrawlSpec make_crawl(const Outline& outline, Random& random) {
  CrawlSpec crawl{.name = outline.name};
  for (const HostGroup& group : outline.groups) {
    for (int rank = 1; rank <= group.hosts; ++rank) {
      const std::size_t number = crawl.hosts.size();
      crawl.hosts.push_back(make_host(group, rank, number, random));
    }
  }
  crawl.politeness.host_delay = Milliseconds(outline.delay_ms);
  crawl.politeness.total = outline.total;
  crawl.politeness.per_host = outline.per_host;
  crawl.politeness.address_delay = Milliseconds(0);  // All of them are on one.
  crawl.politeness.per_address = 1'000;
  crawl.politeness.obey_robots = outline.robots;
  return crawl;
}

}  // namespace

std::vector<CrawlSpec> make_crawls(std::uint64_t seed) {
  Random random(seed);
  std::vector<CrawlSpec> crawls;
  for (const Outline& outline : outlines()) {
    crawls.push_back(make_crawl(outline, random));
  }
  return crawls;
}

}  // namespace curlew::estimate
