// WOD §5, for a host of `docs` documents, mean download time t and delay d:
//
//   threads = max(1, floor(t / d)), at most the cap; the cap itself where d = 0
//   time    = docs · t / threads + d · (threads − 1)
//
// First-fit packing: bins are as long as the longest host; hosts in descending order of
// threads go into the fitting bin that stays smallest, or into a new one. A bin needs
// the threads of its largest host. While all bins together need more than there are,
// the cap is lowered. At a cap of 1 the time is the larger of the longest host and the
// sum of all times over the threads.

#include "schedule/estimate/paper_estimate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <unordered_map>
#include <vector>

namespace curlew::schedule {
namespace {

// Quotients like 0.3 / 0.1 are not to lose a thread to rounding, nor a bin its host.
constexpr double kRounding = 1e-9;

struct Packed {
  std::size_t threads;
  double time;
};

Seconds download_of(const PlannedHost& host) {
  return host.downloads.count == 0 ? kPaperDownload : host.downloads.mean;
}

std::size_t threads_of(const PlannedHost& host, std::size_t cap) {
  const double delay = host.delay.count();
  if (delay <= 0) return cap;
  const double threads = std::floor(download_of(host).count() / delay + kRounding);
  return static_cast<std::size_t>(std::clamp(threads, 1.0, double(cap)));
}

Packed pack(const PlannedHost& host, std::size_t cap) {
  const std::size_t threads = threads_of(host, cap);
  const double download = download_of(host).count();
  return {threads, double(host.documents) * download / double(threads) +
                       host.delay.count() * double(threads - 1)};
}

// "We first group the set of URLs by their domain": the hosts of one owner as one, with
// the mean of their downloads and the longest of their delays.
std::vector<PlannedHost> by_owner(const CrawlPlan& plan) {
  std::vector<PlannedHost> owners;
  std::unordered_map<std::uint32_t, std::size_t> places;
  for (const PlannedHost& host : plan.hosts) {
    if (host.documents == 0) continue;
    const auto [place, is_new] = places.try_emplace(host.owner, owners.size());
    if (is_new) owners.push_back({.delay = host.delay, .owner = host.owner});
    PlannedHost& owner = owners[place->second];
    const double before = double(owner.documents);
    owner.documents += host.documents;
    owner.delay = std::max(owner.delay, host.delay);
    const Seconds sum =
        owner.downloads.mean * before + download_of(host) * double(host.documents);
    owner.downloads = {.count = 1, .mean = sum / double(owner.documents)};
  }
  return owners;
}

std::vector<Packed> pack_hosts(const std::vector<PlannedHost>& owners,
                               std::size_t cap) {
  std::vector<Packed> hosts;
  for (const PlannedHost& owner : owners) hosts.push_back(pack(owner, cap));
  std::stable_sort(hosts.begin(), hosts.end(), [](const Packed& a, const Packed& b) {
    return a.threads > b.threads;
  });
  return hosts;
}

double longest_of(const std::vector<Packed>& hosts) {
  double longest = 0;
  for (const Packed& host : hosts) longest = std::max(longest, host.time);
  return longest;
}

// The fitting bin that stays smallest is the smallest bin, or there is none. As hosts
// come in descending order of threads, the first of a bin is its largest.
std::size_t threads_needed(const std::vector<Packed>& hosts, double bin_size) {
  std::priority_queue<double, std::vector<double>, std::greater<>> bins;
  std::size_t threads = 0;
  for (const Packed& host : hosts) {
    double filled = host.time;
    if (!bins.empty() && bins.top() + host.time <= bin_size * (1 + kRounding)) {
      filled += bins.top();
      bins.pop();
    } else {
      threads += host.threads;
    }
    bins.push(filled);
  }
  return threads;
}

// Caps between the largest number of threads in use and the cap change nothing.
std::size_t next_cap(const std::vector<Packed>& hosts, std::size_t cap) {
  return std::min(cap, hosts.front().threads) - 1;
}

double sum_of(const std::vector<Packed>& hosts) {
  double sum = 0;
  for (const Packed& host : hosts) sum += host.time;
  return sum;
}

}  // namespace

PaperEstimate estimate_by_packing(const CrawlPlan& plan) {
  const std::size_t most = std::max<std::size_t>(1, plan.limits.total);
  const std::vector<PlannedHost> owners = by_owner(plan);
  std::size_t cap = most;
  while (true) {
    const std::vector<Packed> hosts = pack_hosts(owners, cap);
    if (hosts.empty()) return {};
    const double longest = longest_of(hosts);
    const std::size_t threads = threads_needed(hosts, longest);
    if (threads <= most) return {Seconds(longest), threads, cap};
    if (hosts.front().threads == 1) {
      const double shared = sum_of(hosts) / double(most);
      return {Seconds(std::max(longest, shared)), most, 1};
    }
    cap = next_cap(hosts, cap);
  }
}

}  // namespace curlew::schedule
