#include "schedule/estimate/crawl_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "schedule/estimate/download_model.h"
#include "schedule/estimate/replay.h"

namespace curlew::schedule {
namespace {

constexpr std::size_t kFewestReplays = 40;
// Requests in all replays together: a few seconds.
constexpr std::uint64_t kMostReplayed = 10'000'000;
// As little longer may a crawl take for the number of threads to be enough.
constexpr double kEnough = 1.05;

std::size_t replays_for(const CrawlPlan& plan, std::size_t asked) {
  const std::uint64_t each = documents_of(plan) + plan.hosts.size() + 1;
  const std::uint64_t affordable = kMostReplayed / each;
  const std::size_t fewest = std::min(asked, kFewestReplays);
  return std::clamp<std::uint64_t>(affordable, fewest, asked);
}

// Neighbouring seeds of estimates are to share no world.
std::uint64_t world_of(std::uint64_t seed, std::size_t replay) {
  return seed * 1'000'003 + replay;
}

Replayed replay_in(DownloadModel& model, std::uint64_t seed, const CrawlPlan& plan) {
  model.imagine(seed);
  return replay_crawl(plan, [&](std::size_t host) { return model.draw(host); });
}

double median(std::span<const double> sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle]
                                : (sorted[middle - 1] + sorted[middle]) / 2;
}

// The shortest interval that holds so much of the sorted values. Crawls are late by far
// more than they are early, so that equal tails would make it longer.
std::pair<double, double> shortest_interval(std::span<const double> sorted,
                                            double share) {
  const auto steps =
      static_cast<std::size_t>(std::ceil(share * double(sorted.size() - 1)));
  std::size_t best = 0;
  for (std::size_t low = 1; low + steps < sorted.size(); ++low) {
    const double length = sorted[low + steps] - sorted[low];
    if (length < sorted[best + steps] - sorted[best]) best = low;
  }
  return {sorted[best], sorted[best + steps]};
}

// The fewest requests at a time that do, in the world of `seed`.
std::size_t enough_threads(DownloadModel& model, std::uint64_t seed, CrawlPlan plan) {
  const Replayed unhindered = replay_in(model, seed, plan);
  std::size_t too_few = 0;
  std::size_t enough = unhindered.peak;
  while (too_few + 1 < enough) {
    plan.limits.total = (too_few + enough) / 2;
    const Replayed replayed = replay_in(model, seed, plan);
    (replayed.time <= unhindered.time * kEnough ? enough : too_few) = plan.limits.total;
  }
  return enough;
}

Result<void> check_options(const EstimateOptions& options) {
  const bool is_share = options.confidence > 0 && options.confidence < 1;
  if (options.replays > 0 && is_share) return {};
  return Error{ErrorKind::kUsage,
               fmt::format("estimate: {} replays for an interval of {}",
                           options.replays, options.confidence)};
}

}  // namespace

Result<CrawlEstimate> estimate_crawl(const CrawlPlan& plan,
                                     const EstimateOptions& options) {
  TRY(check_options(options));
  TRY(check_plan(plan));
  CrawlEstimate estimate;
  estimate.replays = replays_for(plan, options.replays);
  DownloadModel model(plan.hosts);
  std::vector<double> times;
  for (std::size_t i = 0; i < estimate.replays; ++i) {
    const Replayed replayed = replay_in(model, world_of(options.seed, i), plan);
    times.push_back(replayed.time.count() * model.pace());
    estimate.peak = std::max(estimate.peak, replayed.peak);
    estimate.mean_in_flight += replayed.mean_in_flight / double(estimate.replays);
  }
  std::sort(times.begin(), times.end());
  const auto [low, high] = shortest_interval(times, options.confidence);
  estimate.time = Seconds(median(times));
  estimate.low = Seconds(low);
  estimate.high = Seconds(high);
  estimate.threads = enough_threads(model, options.seed, plan);
  return estimate;
}

Result<DocumentsWithin> documents_within(const CrawlPlan& plan, Seconds end,
                                         const EstimateOptions& options) {
  TRY(check_options(options));
  TRY(check_plan(plan));
  DocumentsWithin within;
  within.replays = replays_for(plan, options.replays);
  DownloadModel model(plan.hosts);
  std::vector<std::uint64_t> done;
  for (std::size_t i = 0; i < within.replays; ++i) {
    model.imagine(world_of(options.seed, i));
    const Replayed replayed = replay_crawl(
        plan, [&](std::size_t host) { return model.draw(host); }, end / model.pace());
    done.push_back(replayed.documents);
  }
  std::sort(done.begin(), done.end());
  within.documents = done[done.size() / 2];
  within.low = done[std::size_t(double(done.size()) * (1 - options.confidence))];
  return within;
}

}  // namespace curlew::schedule
